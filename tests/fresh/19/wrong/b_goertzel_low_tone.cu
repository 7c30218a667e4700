// fpcheck: tone_power <<<1, 32>>> samples=const(1):1024 power=empty:4 count=1024 bins=[0.2,0.3,0.4,0.6] n=4 want=[917651.121909,772632.654826,600610.674699,266938.215646] ref=power=want --tol rtol=1e-4,atol=0
// expect: error cancellation at line 23
// why: far below one turn a block, 2 cos w is 2 to all but a few bits: the recurrence's states grow as a double integral, and the three terms of the power cancel
// figure: computed power[1] 774825.5, MPFR 772632.7
#include <cuda_runtime.h>

constexpr float TWO_PI = 6.283185307f;

struct Goertzel {
    float coefficient;
    float s1, s2;
    __device__ explicit Goertzel(float w) : coefficient(2.0f * cosf(w)), s1(0.0f), s2(0.0f)
    {
    }
    __device__ void push(float x)
    {
        float s = x + coefficient * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    __device__ float power() const
    {
        return s1 * s1 + s2 * s2 - coefficient * s1 * s2;
    }
};

// |sum of samples e^(-i w t)|^2 at four slow tones, a thread each; bins in turns per block.
__global__ void tone_power(const float *samples, float *power, int count, const float *bins, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    Goertzel filter(TWO_PI * bins[i] / count);
    for (int t = 0; t < count; t++)
        filter.push(samples[t]);
    power[i] = filter.power();
}
