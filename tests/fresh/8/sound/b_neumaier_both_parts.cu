// fpcheck: net_charge<<<1, 32>>> q=[100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 100000000.0, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, 2.25, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0, -100000000.0] total=empty:1 n=128 ref=total=sum(q) --tol rtol=1e-5,atol=0
// expect: ok
// why: charges of 1e8 cancel to 120, but every lane keeps the rounding errors of its additions, and both sums and corrections are reduced
// figure: computed total = 120, MPFR 120
#include <cuda_runtime.h>

struct Compensated {
    float sum;
    float correction;
};

// Knuth's two-sum needs no comparison of magnitudes; the intrinsics keep the compiler from contracting it.
__device__ void add(Compensated &a, float x)
{
    float t = __fadd_rn(a.sum, x);
    float z = __fsub_rn(t, a.sum);
    float e = __fadd_rn(__fsub_rn(a.sum, __fsub_rn(t, z)), __fsub_rn(x, z));
    a.sum = t;
    a.correction = __fadd_rn(a.correction, e);
}

__global__ void net_charge(const float *q, float *total, int n)
{
    Compensated a = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32)
        add(a, q[i]);
    for (int o = 16; o > 0; o >>= 1) {
        float sum = __shfl_down_sync(0xffffffffu, a.sum, o);
        float correction = __shfl_down_sync(0xffffffffu, a.correction, o);
        add(a, sum);
        a.correction += correction;
    }
    if (threadIdx.x == 0)
        total[0] = a.sum + a.correction;
}
