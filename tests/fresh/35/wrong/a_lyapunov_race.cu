// fpcheck: covariance <<<1, 64>>> A=@a_lyapunov_race_A.npy P0=@a_lyapunov_race_P0.npy P=empty:4x4 q=0.01 steps=10
// expect: error race at line 22
// why: the prediction P <- A P A^T + Q writes the shared P while other warps still read the product M of the same step and the next step reads P without a barrier after the update; the first barrier alone does not order the write of P before its next read by the other warp
// figure: P depends on the order of the warps (missing barrier); one order that is possible gives; P[2] computed 0.105307475, MPFR 0.08508876485 (off by 2.4e+04 of the tolerance)
#include <cuda_runtime.h>
// 64 threads: 16 elements, four partial products each
__global__ void covariance(const float* A, const float* P0, float* P, float q, int steps)
{
    __shared__ float a[16], p[16], m[64];
    int t = threadIdx.x, e = t & 15, k = t >> 4;
    int r = e >> 2, c = e & 3;
    if (t < 16) {
        a[t] = A[t];
        p[t] = P0[t];
    }
    __syncthreads();
    for (int s = 0; s < steps; ++s) {
        float w = 0.0f;
        for (int j = 0; j < 4; ++j) w += p[k * 4 + j] * a[c * 4 + j];
        m[t] = a[r * 4 + k] * w;
        __syncthreads();
        if (t < 16) p[t] = m[t] + m[t + 16] + m[t + 32] + m[t + 48] + (r == c ? q : 0.0f);
    }
    __syncthreads();
    if (t < 16) P[t] = p[t];
}
