// fpcheck: ledger <<<4, 32>>> entries=@a_ledger_neumaier_entries.npy total=empty:4 n=512 --ref 'total=@a_ledger_neumaier_total_ref.npy' --tol rtol=2e-6
// expect: ok
// why: a compensated sum whose large entries cancel: both parts travel through the shuffles, and the branch picks the larger operand of the fast two-sum
// figure: total[3] computed 707.3915, exact 707.391429901123; 0 of 4 beyond the tolerance, worst 0.0351 times
#include <cuda_runtime.h>

// sums of ledgers with large entries that cancel: Neumaier's compensated sum, a warp a ledger

struct Sum {
    float s, c;
};

__device__ void add(Sum& a, float x)
{
    float t = __fadd_rn(a.s, x);
    if (fabsf(a.s) >= fabsf(x))
        a.c = __fadd_rn(a.c, __fadd_rn(__fsub_rn(a.s, t), x));
    else
        a.c = __fadd_rn(a.c, __fadd_rn(__fsub_rn(x, t), a.s));
    a.s = t;
}

__device__ Sum over_lanes(Sum a)
{
    for (int d = 16; d > 0; d >>= 1) {
        float s = __shfl_down_sync(0xffffffffu, a.s, d);
        float c = __shfl_down_sync(0xffffffffu, a.c, d);
        add(a, s);
        a.c += c;
    }
    return a;
}

__global__ void ledger(const float* entries, float* total, int n)
{
    const float* row = entries + blockIdx.x * n;
    Sum a = {0.f, 0.f};
    for (int i = threadIdx.x; i < n; i += 32)
        add(a, row[i]);
    a = over_lanes(a);
    if (threadIdx.x == 0)
        total[blockIdx.x] = a.s + a.c;
}
