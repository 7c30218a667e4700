// fpcheck: dot2 <<<6, 32>>> x=@b_dot2_x.npy y=@b_dot2_y.npy d=empty:6 n=300 --ref 'd=@b_dot2_d.npy' --tol 4ulp
// expect: ok
// why: the dot products cancel to a hundred-thousandth of their terms, but every product and sum is split without error (Ogita, Rump and Oishi's Dot2) and the errors are added at the end
// figure: d[5] computed 0.0699989051, MPFR 0.0699989085, worst of 6, 0.11 of the tolerance
#include <cuda_runtime.h>

struct Pair {
    float hi, lo;
};

__device__ void two_sum(float a, float b, float& s, float& e)
{
    s = a + b;
    float t = s - a;
    e = (a - (s - t)) + (b - t);
}

__device__ void two_prod(float a, float b, float& p, float& e)
{
    p = __fmul_rn(a, b);
    e = fmaf(a, b, -p);
}

__device__ Pair merge(Pair a, Pair b)
{
    Pair r;
    float e;
    two_sum(a.hi, b.hi, r.hi, e);
    r.lo = a.lo + b.lo + e;
    return r;
}

__global__ void dot2(const float* x, const float* y, float* d, int n)
{
    Pair acc = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        float p, ep, s, es;
        two_prod(x[blockIdx.x * n + i], y[blockIdx.x * n + i], p, ep);
        two_sum(acc.hi, p, s, es);
        acc.hi = s;
        acc.lo += ep + es;
    }
    for (int off = 16; off > 0; off >>= 1) {
        Pair other;
        other.hi = __shfl_xor_sync(0xffffffffu, acc.hi, off);
        other.lo = __shfl_xor_sync(0xffffffffu, acc.lo, off);
        acc = merge(acc, other);
    }
    if (threadIdx.x == 0)
        d[blockIdx.x] = acc.hi + acc.lo;
}
