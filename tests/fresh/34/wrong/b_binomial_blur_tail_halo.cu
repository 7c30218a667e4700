// fpcheck: blur7 <<<2, 64>>> x=@b_binomial_blur_tail_halo_x.npy y=empty:100 n=100
// expect: error uninitialised shared memory at line 13
// why: in the last, partial tile (36 of 64) no thread writes the halo behind the last element: y[97..99] read uninitialised shared memory
// figure: y[99] computed 1.62796843, exact 1.4739618
#include <cuda_runtime.h>
// 1 6 15 20 15 6 1 over tiles of 64 with a halo of 3; edges are replicated.
__global__ void blur7(const float* __restrict__ x, float* y, int n)
{
    __shared__ float s[64 + 6];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) s[t + 3] = x[i];
    if (t < 3) s[t] = x[max(i - 3, 0)];
    if (t >= 61 && i < n) s[t + 6] = x[min(i + 3, n - 1)];
    __syncthreads();
    if (i >= n) return;
    const float w[4] = {20.0f / 64.0f, 15.0f / 64.0f, 6.0f / 64.0f, 1.0f / 64.0f};
    float r = w[0] * s[t + 3];
    for (int k = 1; k <= 3; ++k) r += w[k] * (s[t + 3 - k] + s[t + 3 + k]);
    y[i] = r;
}
