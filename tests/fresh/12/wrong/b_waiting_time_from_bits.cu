// fpcheck: waiting_times <<<1, 32>>> bits=[4294967295,4294967200,12345,2863311530,1431655765,4294967170,77,3000000000] wait=empty:8 rate=0.5 horizon=200.0 n=8
// expect: error cancellation at line 17
// why: 32 random bits do not fit in a float: high values round to u = 1, then log(1 - u) is -inf and the horizon hides it.
// figure: computed 200, MPFR 44.3614196 (wait[0])
__device__ float to_uniform(unsigned b)
{
    return (float)b * 2.3283064365386963e-10f; // 2^-32: in [0, 1)
}

// Gillespie: time to the next reaction, cut off at the horizon.
__global__ void waiting_times(const unsigned *bits, float *wait, float rate, float horizon, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = to_uniform(bits[i]);
    float t = -logf(1.0f - u) / rate;
    wait[i] = fminf(t, horizon);
}
