// fpcheck: solve3 <<<1, 32>>> A=[1e-6,2,1,3,1,1,2,5,7,4,1,1,1,6,2,0.5,1,9] b=[4,9,30,5,8,20] x=empty:6 batch=2
// expect: ok
// 3x3 linear solves with partial pivoting (one system per thread).
#include <cuda_runtime.h>

__global__ void solve3(const float* __restrict__ A, const float* __restrict__ b,
                       float* __restrict__ x, int batch)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= batch) return;
    float m[3][4];
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) m[r][c] = A[9 * t + 3 * r + c];
        m[r][3] = b[3 * t + r];
    }
    for (int k = 0; k < 3; ++k) {
        int p = k;
        for (int r = k + 1; r < 3; ++r)
            if (fabsf(m[r][k]) > fabsf(m[p][k])) p = r;
        for (int c = 0; c < 4; ++c) {
            float tmp = m[k][c];
            m[k][c] = m[p][c];
            m[p][c] = tmp;
        }
        for (int r = k + 1; r < 3; ++r) {
            float f = m[r][k] / m[k][k];
            for (int c = k; c < 4; ++c) m[r][c] = fmaf(-f, m[k][c], m[r][c]);
        }
    }
    for (int r = 2; r >= 0; --r) {
        float s = m[r][3];
        for (int c = r + 1; c < 3; ++c) s = fmaf(-m[r][c], x[3 * t + c], s);
        x[3 * t + r] = s / m[r][r];
    }
}
