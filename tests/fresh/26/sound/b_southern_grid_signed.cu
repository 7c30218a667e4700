// fpcheck: grid_key <<<1, 32>>> lat=[52.5,-33.875,-0.25,10.125] lon=[13.5,151.25,-78.5,-61.75] key=empty:4 n=4 want=[3418736,4632902,894200,1002758] ref=key=want --tol bitwise
// expect: ok
// why: southern and western coordinates are floored, converted to int and only then offset into unsigned
// figure: computed key[1] = 4632902, right 4632902: error 0
__device__ unsigned fixed_point(float degrees, int offset)
{
    return (unsigned)(__float2int_rd(degrees * 8.0f) + offset);
}

__device__ unsigned interleave(unsigned v)
{
    v = (v | (v << 8)) & 0x00ff00ffu;
    v = (v | (v << 4)) & 0x0f0f0f0fu;
    v = (v | (v << 2)) & 0x33333333u;
    return (v | (v << 1)) & 0x55555555u;
}

__global__ void grid_key(const float *lat, const float *lon, unsigned *key, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned row = fixed_point(lat[i], 90 * 8);
    unsigned column = fixed_point(lon[i], 180 * 8);
    key[i] = interleave(column) | (interleave(row) << 1);
}
