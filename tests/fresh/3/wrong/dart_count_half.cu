// fpcheck: darts <<<1, 32>>> pi=empty:32 throws=4096
// expect: error accumulator at line 12: a half counts in ones to 2048 and stands still there, so the estimate of pi is 2.0
#include <cuda_fp16.h>
// Quasi-random darts (additive recurrence in integers) against a quarter circle.
__global__ void darts(float* pi, int throws) {
    unsigned a = 0x9e3779b9u * (threadIdx.x + 1u), b = 0x85ebca6bu * (threadIdx.x + 7u);
    __half hits = __float2half(0.0f);
    for (int k = 0; k < throws; ++k) {
        a += 3242174889u;
        b += 2447445414u;
        float x = (a >> 8) * 5.9604645e-8f, y = (b >> 8) * 5.9604645e-8f;
        if (x * x + y * y < 1.0f) hits = __hadd(hits, __float2half(1.0f));
    }
    pi[threadIdx.x] = 4.0f * __half2float(hits) / throws;
}
