// fpcheck: goodness <<<2, 64>>> observed=[10.0,23.0,16.0,17.0,17.0,12.0,14.0,20.0,24.0,19.0,17.0,27.0,20.0,17.0,18.0,21.0,24.0,25.0,21.0,18.0,25.0,27.0,23.0,17.0,14.0,16.0,26.0,24.0,22.0,25.0,23.0,15.0,25.0,18.0,22.0,27.0,26.0,18.0,21.0,20.0,28.0,16.0,17.0,28.0,24.0,20.0,23.0,10.0,21.0,15.0,15.0,23.0,27.0,21.0,19.0,17.0,23.0,23.0,18.0,22.0,14.0,14.0,17.0,15.0,22.0,20.0,13.0,16.0,20.0,25.0,15.0,22.0,17.0,20.0,27.0,20.0,22.0,34.0,19.0,17.0,19.0,24.0,22.0,20.0,19.0,19.0,19.0,25.0,13.0,19.0,23.0,24.0,16.0,20.0,18.0,13.0,23.0,16.0,24.0,19.0,21.0,20.0,25.0,19.0,28.0,26.0,27.0,27.0,22.0,26.0,20.0,16.0,14.0,13.0,20.0,17.0,26.0,21.0,18.0,23.0,25.0,26.0,17.0,18.0,24.0,18.0,17.0,20.0,18.0,20.0,29.0,12.0,23.0,24.0,18.0,23.0,19.0,15.0,19.0,18.0,12.0,17.0,13.0,15.0,18.0,19.0,15.0,20.0,19.0,13.0,23.0,18.0,24.0,26.0,17.0,19.0,20.0,16.0,15.0,19.0,25.0,19.0,15.0,21.0,23.0,24.0,24.0,20.0,17.0,27.0,21.0,23.0,14.0,22.0,22.0,22.0,16.0,16.0,17.0,24.0,18.0,25.0,13.0,24.0,13.0,28.0,22.0,20.0,18.0,22.0,18.0,32.0] expected=const(20):192 chi2=empty:2 p=empty:2 worst=empty:2:i32 bins=96 want=[0.518464814721,0.674768402628] ref=p=want --tol rtol=2e-4,atol=1e-6
// expect: ok
// why: a power, an exponential and a gamma function that would overflow apart are taken together through logarithms, in double
// figure: error 3.2e-7 relative, the largest at p, tolerance 2e-4
// Chi-square goodness of fit of a spectrum to a model: one block a spectrum, p-value by the incomplete gamma function.
#include <cuda_runtime.h>

#define THREADS 64
#define MAX_TERMS 400
#define SMALL 1.0e-30f
#define CLOSE 1.0e-7f

// ------------------------------------------------------------- statistic

__device__ inline float squared_pull(float observed, float expected)
{
    float d = observed - expected;
    return d * d / expected;
}

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__device__ float block_sum(float v)
{
    __shared__ float partial[THREADS / 32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0)
        partial[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < THREADS / 32; w++)
        total += partial[w];
    __syncthreads();
    return total;
}

// ------------------------------------------------------------- the worst bin

// A pull that is not negative, and its bin; of equal pulls the first bin.
__device__ inline unsigned long long pull_key(float pull, int bin)
{
    return ((unsigned long long)__float_as_uint(pull) << 32) | (0xffffffffu - (unsigned)bin);
}

__device__ inline int bin_of(unsigned long long key)
{
    return (int)(0xffffffffu - (unsigned)(key & 0xffffffffull));
}

// ------------------------------------------------------------- incomplete gamma function

// x^a e^-x / gamma(a)
__device__ float prefactor(float a, float x)
{
    double l = (double)a * log((double)x) - (double)x - lgamma((double)a);
    return (float)exp(l);
}

// Series of the lower function over the prefactor, for x < a + 1: all terms are positive,
// and each is the one before times x / (a + k).
__device__ float lower_series(float a, float x)
{
    float term = 1.0f / a;
    float sum = term;
    float n = a;
    for (int k = 0; k < MAX_TERMS; k++) {
        n += 1.0f;
        term *= x / n;
        sum += term;
        if (term < sum * CLOSE)
            break;
    }
    return sum;
}

// Continued fraction of the upper function over the prefactor (modified Lentz), for x >= a + 1.
__device__ float upper_fraction(float a, float x)
{
    float b = x + 1.0f - a;
    float c = 1.0f / SMALL;
    float d = 1.0f / b;
    float h = d;
    for (int k = 1; k <= MAX_TERMS; k++) {
        float an = -(float)k * ((float)k - a);
        b += 2.0f;
        d = an * d + b;
        if (fabsf(d) < SMALL)
            d = SMALL;
        c = b + an / c;
        if (fabsf(c) < SMALL)
            c = SMALL;
        d = 1.0f / d;
        float step = d * c;
        h *= step;
        if (fabsf(step - 1.0f) < CLOSE)
            break;
    }
    return h;
}

__device__ inline float clamp01(float v)
{
    return fminf(fmaxf(v, 0.0f), 1.0f);
}

// One upper tail a spectrum, by one thread.
// The probability that chi-square with the given degrees of freedom exceeds the value.
__device__ float upper_tail(float chi2, int freedom)
{
    float a = 0.5f * (float)freedom;
    float x = 0.5f * chi2;
    if (x <= 0.0f)
        return 1.0f;
    float f = prefactor(a, x);
    if (x < a + 1.0f)
        return clamp01(1.0f - f * lower_series(a, x));
    return clamp01(f * upper_fraction(a, x));
}

// ------------------------------------------------------------- kernel

__global__ void goodness(const float *observed, const float *expected, float *chi2, float *p, int *worst, int bins)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0;
    __syncthreads();

    int spectrum = blockIdx.x;
    float mine = 0.0f;
    for (int b = threadIdx.x; b < bins; b += THREADS) {
        float o = observed[spectrum * bins + b];
        float e = expected[spectrum * bins + b];
        float pull = squared_pull(o, e);
        mine += pull;
        atomicMax(&top, pull_key(pull, b));
    }
    float total = block_sum(mine);
    if (threadIdx.x == 0) {
        worst[spectrum] = bin_of(top);
        chi2[spectrum] = total;
        p[spectrum] = upper_tail(total, bins - 1);
    }
}
