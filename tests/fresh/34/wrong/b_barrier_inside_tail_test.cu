// fpcheck: smooth3 <<<2, 64>>> x=@b_barrier_inside_tail_test_x.npy y=empty:2x48 peak=empty:2 n=48 --ref y=@b_barrier_inside_tail_test_ref_y.npy --tol rtol=1e-5,atol=1e-6
// expect: error barrier in divergent code at line 15
// why: the barrier stands inside if (t < n): threads 48 to 63 of the second warp never reach it and meet the others at a different barrier
// figure: 48 of 64 threads arrive at the barrier of line 15, 16 wait at another one: undefined, not a figure
#include <cuda_runtime.h>
// Three-point smoothing of scan lines and the line's peak; lines are shorter than the block.
__global__ void smooth3(const float* __restrict__ x, float* y, float* peak, int n)
{
    __shared__ float line[64];
    __shared__ float top[64];
    const int t = threadIdx.x;
    top[t] = 0.0f;
    if (t < n) {
        line[t] = x[blockIdx.x * n + t];
        __syncthreads();
        const int a = max(t - 1, 0), b = min(t + 1, n - 1);
        float s = 0.0f;
        for (int i = a; i <= b; ++i) s += line[i];
        s /= (float)(b - a + 1);
        y[blockIdx.x * n + t] = s;
        top[t] = fabsf(s);
    }
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) top[t] = fmaxf(top[t], top[t + d]);
        __syncthreads();
    }
    if (t == 0) peak[blockIdx.x] = top[0];
}
