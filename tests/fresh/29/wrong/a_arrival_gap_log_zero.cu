// fpcheck: arrivals <<<1, 32>>> words=[1431655765,2863311530,4294967290,123456789,3000000000,77777] gap=empty:6 arrival=empty:6 rate=0.5 horizon=3600.0 n=6
// expect: error infinity at line 13
// why: words above 2^32 - 128 round up to 2^32, so the uniform is 1 and its gap infinite; the horizon hides that
// figure: computed gap[2] = 3600 (infinite before the minimum), MPFR 40.777901
// Arrival times of a Poisson stream from random words, up to a horizon.
__device__ float uniform(unsigned word)
{
    return (float)word * 2.3283064365386963e-10f;
}

__device__ float exponential(unsigned word, float rate)
{
    return -logf(1.0f - uniform(word)) / rate;
}

__global__ void arrivals(const unsigned *words, float *gap, float *arrival, float rate, float horizon, int n)
{
    int i = threadIdx.x;
    float mine = 0.0f;
    if (i < n)
        mine = fminf(exponential(words[i], rate), horizon);
    float time = mine;
    for (int d = 1; d < 32; d <<= 1) {
        float before = __shfl_up_sync(0xffffffffu, time, d);
        if (i >= d)
            time += before;
    }
    if (i < n) {
        gap[i] = mine;
        arrival[i] = fminf(time, horizon);
    }
}
