// fpcheck: best_day <<<2, 64>>> close=[100,98,97,95,94,90,89,85,50,49,48.5,47,46,45,44.5,44] best=empty:2 days=8 want=[-0.0102040816327,-0.0102040816327] ref=best=want --tol rtol=1e-5,atol=1e-7
// expect: error mismatch at line 20
// why: FLT_MIN is the smallest positive number, no identity of max; for a fund that only falls the best return is negative
// figure: computed best[0] = 1.17549e-38, MPFR -0.01020408
#include <cfloat>

// Largest daily return of each fund.
__device__ float warp_max(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__global__ void best_day(const float *close, float *best, int days)
{
    __shared__ float part[2];
    const float *c = close + blockIdx.x * days;
    int t = threadIdx.x;
    float r = FLT_MIN;
    for (int d = 1 + t; d < days; d += blockDim.x)
        r = fmaxf(r, c[d] / c[d - 1] - 1.0f);
    r = warp_max(r);
    if ((t & 31) == 0)
        part[t >> 5] = r;
    __syncthreads();
    if (t == 0)
        best[blockIdx.x] = fmaxf(part[0], part[1]);
}
