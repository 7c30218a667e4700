// fpcheck: balanced_impulse<<<1, 32>>> impulse=[3.25,1000000000.0,1.5,-1000000000.0,2.25,0.125,0.5,-400000000.0,0.75,400000000.0,1.0,0.25] net=empty:2 count=6 axes=2
// expect: ok
// why: terms of 1e9 cancel to 7, but the two-sum keeps every rounding error
// figure: exact: 7.125 and 2.5
#include <cuda_runtime.h>

struct Sum {
    float hi, lo;
};

// Knuth's two-sum: no operand need be the larger
__device__ inline Sum two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float t = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, t)), __fsub_rn(b, t));
    return {s, e};
}

__device__ inline Sum add(Sum acc, float x)
{
    Sum t = two_sum(acc.hi, x);
    t.lo = __fadd_rn(t.lo, acc.lo);
    return t;
}

__global__ void balanced_impulse(const float *impulse, float *net, int count, int axes)
{
    int a = threadIdx.x;
    if (a >= axes)
        return;
    Sum acc = {0.0f, 0.0f};
    for (int k = 0; k < count; k++)
        acc = add(acc, impulse[a * count + k]);
    net[a] = acc.hi + acc.lo;
}
