// fpcheck: dropout_mask<<<2, 64>>> x=ones:128 y=empty:128 u=empty:128 n=128 keep=0.75 seed=12345
// expect: ok
// why: only 24 bits of the hash become the float, so the conversion is exact and the uniform never reaches 1; the comparison decides on exact numbers
// figure: computed u[0] = 0.567123175, MPFR 0.567123175 (exact)
__device__ unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

__global__ void dropout_mask(const float *x, float *y, float *u, int n, float keep, unsigned seed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float uniform = (float)(mix(seed + i) >> 8) * 0x1p-24f;
    u[i] = uniform;
    y[i] = uniform < keep ? x[i] / keep : 0.0f;
}
