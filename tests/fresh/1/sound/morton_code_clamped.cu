// fpcheck: morton <<<1, 64>>> p=uniform(-0.1,1.1):64x3 code=empty:64 n=64
// expect: ok
__device__ unsigned spread(unsigned v)
{
    v = (v | (v << 16)) & 0x030000ffu;
    v = (v | (v << 8)) & 0x0300f00fu;
    v = (v | (v << 4)) & 0x030c30c3u;
    return (v | (v << 2)) & 0x09249249u;
}
__device__ unsigned cell(float x)
{
    // a multiplication by 1024 is exact, so that the cell is decided on the input itself
    return (unsigned)(int)fminf(fmaxf(x * 1024.0f, 0.0f), 1023.0f);
}
__global__ void morton(const float* p, unsigned* code, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    code[i] = spread(cell(p[3 * i])) * 4u + spread(cell(p[3 * i + 1])) * 2u + spread(cell(p[3 * i + 2]));
}
