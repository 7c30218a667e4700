// fpcheck: upper_bound <<<1, 128>>> x=[-3.5,-2.25,-7,-1.125,-9.5,-4,-6.75,-2.5,-1.5,-8] hi=empty:1 n=10 ref=hi=max(x)
// expect: error wrong identity at line 10
// why: FLT_MIN is the smallest positive number, not the lowest; with all coordinates negative the box ends at 1.2e-38
// figure: computed hi = 1.17549435e-38, MPFR -1.125
#include <cfloat>
// Meshes: upper end of the bounding box along one axis.
__global__ void upper_bound(const float *x, float *hi, int n)
{
    __shared__ float part[4];
    float best = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        best = fmaxf(best, x[i]);
    for (int o = 16; o > 0; o >>= 1)
        best = fmaxf(best, __shfl_xor_sync(0xffffffffu, best, o));
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = best;
    __syncthreads();
    if (threadIdx.x == 0)
    {
        for (int w = 1; w < blockDim.x / 32; ++w)
            best = fmaxf(best, part[w]);
        *hi = best;
    }
}
