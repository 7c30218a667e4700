// fpcheck: morton <<<1, 64>>> x=uniform(0,1):64 y=uniform(0,1):64 z=uniform(0,1):64 code=empty:64 n=64
// expect: ok
// why: positions to ten bits each by a product with 1024 (a power of two, exact) and a clamp; the truncation is of an exact value
// figure: computed codes equal those of exact arithmetic

__device__ unsigned spread(unsigned v)
{
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    v = (v | v << 2) & 0x09249249u;
    return v;
}

__device__ unsigned cell(float v)
{
    return (unsigned)fminf(fmaxf(v * 1024.0f, 0.0f), 1023.0f);
}

// Places on a space filling curve.
__global__ void morton(const float *x, const float *y, const float *z, unsigned *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    code[i] = spread(cell(x[i])) << 2 | spread(cell(y[i])) << 1 | spread(cell(z[i]));
}
