// fpcheck: noisy_rain <<<1, 32>>> mean=uniform(2,9):32 rain=empty:32 sigma=0.5 seed=42 n=32
// expect: error nan at line 25
// why: random bits under the exponent of 1 give a number in [1, 2), and the 1 is not subtracted: -2 log(u) is negative, its root NaN, and fmaxf turns the NaN into no rain
// figure: computed rain[0] = 0, right about its mean (2 to 9)

__device__ unsigned hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__device__ float uniform_of(unsigned bits)
{
    return __uint_as_float((bits >> 9) | 0x3f800000u);
}

// Normal noise by Box and Muller.
__device__ float normal(unsigned counter)
{
    float u = uniform_of(hash(2 * counter));
    float v = uniform_of(hash(2 * counter + 1));
    return sqrtf(-2.0f * logf(u)) * cospif(2.0f * v);
}

// Simulated rain of a station, never negative.
__global__ void noisy_rain(const float *mean, float *rain, float sigma, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    rain[i] = fmaxf(mean[i] + sigma * normal(seed + i), 0.0f);
}
