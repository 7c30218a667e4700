// fpcheck: eval_poly <<<1, 32>>> x=uniform(0.6,0.65):32 y=empty:32 n=32
// expect: ok
// Compensated Horner scheme (Graillat, Langlois, Louvet) for the expanded
// polynomial (x - 0.75)^5 * 1024 with exactly representable coefficients.
#include <cuda_runtime.h>

#define DEGREE 5

__constant__ float kCoef[DEGREE + 1] = {1024.0f, -3840.0f, 5760.0f, -4320.0f, 1620.0f, -243.0f};

__global__ void eval_poly(const float* __restrict__ x, float* __restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i];
    float s = kCoef[0];
    float c = 0.0f;
#pragma unroll
    for (int k = 1; k <= DEGREE; ++k) {
        float p = __fmul_rn(s, v);
        float pe = __fmaf_rn(s, v, -p);
        float t = __fadd_rn(p, kCoef[k]);
        float bb = __fsub_rn(t, p);
        float te = __fadd_rn(__fsub_rn(p, __fsub_rn(t, bb)), __fsub_rn(kCoef[k], bb));
        c = __fmaf_rn(c, v, __fadd_rn(pe, te));
        s = t;
    }
    y[i] = __fadd_rn(s, c);
}
