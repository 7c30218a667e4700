// fpcheck: biquads <<<1, 32>>> x=uniform(-1,1):8x100 y=empty:8x100 cutoff=[0.05,0.1,0.2,0.3,0.05,0.1,0.2,0.3] channels=8 length=100
// expect: ok
// why: recursive filters keep rounding errors, but poles well inside the circle forget them, the transposed form adds few of one size, and 1 - cos w is 2 sin^2(w / 2), not a difference
// figure: (drawn by numpy, cutoff 0.05) y[99] computed 0.3224806, in double 0.322480366; all within 1.9e-07 against 1e-5
#include <cuda_runtime.h>

struct Section {
    float b0, b1, b2, a1, a2;
    float s1, s2;
    __device__ float push(float x)
    {
        float y = fmaf(b0, x, s1);
        s1 = fmaf(b1, x, fmaf(-a1, y, s2));
        s2 = fmaf(b2, x, -a2 * y);
        return y;
    }
};

// A low-pass section; cutoff as a part of the sample rate.
__device__ Section low_pass(float cutoff, float q)
{
    float half_sine = sinpif(cutoff);
    float cosine = cospif(2.0f * cutoff);
    float alpha = sinpif(2.0f * cutoff) / (2.0f * q);
    float inverse = 1.0f / (1.0f + alpha);
    float one_minus_cosine = 2.0f * half_sine * half_sine;
    Section s;
    s.b1 = one_minus_cosine * inverse;
    s.b0 = 0.5f * s.b1;
    s.b2 = s.b0;
    s.a1 = -2.0f * cosine * inverse;
    s.a2 = (1.0f - alpha) * inverse;
    s.s1 = 0.0f;
    s.s2 = 0.0f;
    return s;
}

// A fourth-order Butterworth low pass: two sections in a row, a thread a channel.
__global__ void biquads(const float *x, float *y, const float *cutoff, int channels, int length)
{
    int c = threadIdx.x;
    if (c >= channels)
        return;
    Section first = low_pass(cutoff[c], 0.54119610f);
    Section second = low_pass(cutoff[c], 1.30656296f);
    for (int t = 0; t < length; t++)
        y[c * length + t] = second.push(first.push(x[c * length + t]));
}
