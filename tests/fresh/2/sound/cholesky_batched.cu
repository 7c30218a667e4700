// fpcheck: cholesky4 <<<1, 32>>> a=[4,1,0.5,0.25,1,5,1,0.5,0.5,1,6,1,0.25,0.5,1,7] l=empty:16 batch=1
// expect: ok
// Batched 4x4 Cholesky factorisation, one matrix per thread, unblocked.
#include <cuda_runtime.h>

__global__ void cholesky4(const float* __restrict__ a, float* __restrict__ l, int batch)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= batch) return;
    float m[4][4];
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) m[r][c] = c <= r ? a[16 * b + 4 * r + c] : 0.0f;
    for (int j = 0; j < 4; ++j) {
        float d = m[j][j];
        for (int k = 0; k < j; ++k) d -= m[j][k] * m[j][k];
        d = sqrtf(fmaxf(d, 0.0f));
        m[j][j] = d;
        float inv = d > 0.0f ? 1.0f / d : 0.0f;
        for (int i = j + 1; i < 4; ++i) {
            float s = m[i][j];
            for (int k = 0; k < j; ++k) s -= m[i][k] * m[j][k];
            m[i][j] = s * inv;
        }
    }
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c) l[16 * b + 4 * r + c] = m[r][c];
}
