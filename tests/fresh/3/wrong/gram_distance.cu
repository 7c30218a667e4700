// fpcheck: distances <<<(M+7)/8, (8, 8)>>> p=uniform(1000,1001):MxD d=empty:MxM M=16 D=8
// expect: error cancellation at line 15: |p|^2 + |q|^2 - 2pq of points near 1000 is lost in 1.6e7, roots of negatives become NaN and fmaxf makes them 0
#include <cuda_runtime.h>
// Pairwise distances by the Gram trick.
__global__ void distances(const float* p, float* d, int M, int D) {
    int i = blockIdx.x * 8 + threadIdx.y;
    if (i >= M) return;
    for (int j = threadIdx.x; j < M; j += 8) {
        float pp = 0.0f, qq = 0.0f, pq = 0.0f;
        for (int k = 0; k < D; ++k) {
            pp += p[i * D + k] * p[i * D + k];
            qq += p[j * D + k] * p[j * D + k];
            pq += p[i * D + k] * p[j * D + k];
        }
        float d2 = pp + qq - 2.0f * pq;
        d[i * M + j] = fmaxf(sqrtf(d2), 0.0f);
    }
}
