// fpcheck: net_torque<<<1, 32>>> impulse=[3.25,1000000000.0,1.5,-1000000000.0,2.25,0.125,0.5,-400000000.0,0.75,400000000.0,1.0,0.25] torque=empty:2 count=6 axes=2
// expect: error compensation at line 15
// why: Fast2Sum needs the larger operand first; an impulse of 1e9 after a sum of 3 loses that sum without a trace in the error term
// figure: torque[0] computed 3.875, MPFR 7.125
#include <cuda_runtime.h>

struct Pair {
    float hi, lo;
};

// error-free sum: s + e == a + b
__device__ inline Pair fast_two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float e = __fsub_rn(b, __fsub_rn(s, a));
    return {s, e};
}

__device__ inline Pair add(Pair acc, float x)
{
    Pair t = fast_two_sum(acc.hi, x);
    t.lo += acc.lo;
    return t;
}

// Net torque on a gyroscope from impulses of very different size, one thread an axis.
__global__ void net_torque(const float *impulse, float *torque, int count, int axes)
{
    int a = threadIdx.x;
    if (a >= axes)
        return;
    Pair acc = {0.0f, 0.0f};
    for (int k = 0; k < count; k++)
        acc = add(acc, impulse[a * count + k]);
    torque[a] = acc.hi + acc.lo;
}
