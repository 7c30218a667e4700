// fpcheck: arrivals <<<1, 32>>> words=[1431655765,2863311530,4294967295,0,3000000000,77777] gap=empty:6 arrival=empty:6 rate=0.5 n=6
// expect: ok
// why: the extreme words look as if they gave log(0), but 23 bits and a half step keep the uniform strictly between 0 and 1, exactly
// figure: computed gap[2] = 1.1920929e-07, MPFR 1.19209293e-07 (logarithm within 1 ulp, all steps before it exact)
// Arrival times of a Poisson stream from random words.
__device__ float open_uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

__global__ void arrivals(const unsigned *words, float *gap, float *arrival, float rate, int n)
{
    int i = threadIdx.x;
    float mine = i < n ? -logf(open_uniform(words[i])) / rate : 0.0f;
    float time = mine;
    for (int d = 1; d < 32; d <<= 1) {
        float before = __shfl_up_sync(0xffffffffu, time, d);
        if (i >= d)
            time += before;
    }
    if (i < n) {
        gap[i] = mine;
        arrival[i] = time;
    }
}
