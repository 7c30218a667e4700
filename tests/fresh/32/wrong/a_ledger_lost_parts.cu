// fpcheck: ledger <<<4, 32>>> entries=@a_ledger_lost_parts_entries.npy total=empty:4 n=512 --ref 'total=@a_ledger_lost_parts_total_ref.npy' --tol rtol=1e-6
// expect: error rounding at line 26
// why: the reduction over lanes passes the sums on, but not the compensations: what 31 of 32 lanes have saved from rounding beside entries of 1e9 is dropped
// figure: total[3] computed 18.62798, exact 707.391429901123; 4 of 4 beyond the tolerance, worst 9.74e+05 times
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
        add(a, s);
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
