// fpcheck: gate <<<1, 32>>> x=[-400, -200, -130, -100, -20, -1, 0, 1, 20, 60] y=empty:10 n=10
// expect: error exponent bits out of range at line 23
// why: 2^k by shifting k + 127 into the exponent, without a lower limit: for k < -127 the sum is negative, its bits go into the sign, and the gate is not 0 but a huge or negative number
// figure: computed y[2] = -130 and y[3] = -100, MPFR -4.5e-55 and -3.7e-42
#include <cuda_runtime.h>

// 2^f on [0, 1], error below 2e-7
__device__ float fraction(float f)
{
    float p = 1.8775767e-3f;
    p = fmaf(p, f, 8.9893397e-3f);
    p = fmaf(p, f, 5.5826318e-2f);
    p = fmaf(p, f, 2.4015361e-1f);
    p = fmaf(p, f, 6.9315308e-1f);
    return fmaf(p, f, 9.9999994e-1f);
}

// e^x
__device__ float quick_exp(float x)
{
    float t = x * 1.44269504f;
    float k = floorf(t);
    int bits = ((int)k + 127) << 23;
    return fraction(t - k) * __int_as_float(bits);
}

// y = x * sigmoid(x), by e^x below 0 and by e^-x above it
__global__ void gate(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float e = quick_exp(-fabsf(x[i]));
    float s = x[i] < 0.0f ? e / (1.0f + e) : 1.0f / (1.0f + e);
    y[i] = x[i] * s;
}
