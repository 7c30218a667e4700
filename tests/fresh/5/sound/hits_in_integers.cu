// fpcheck: estimate_pi <<<1, 32>>> seed=[11,12,13,14] pi=empty:4 samples=8192 n=4 ref=pi=0*seed+3.14159265358979 --tol rtol=5e-2,atol=0
// expect: ok
__device__ unsigned next_word(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__global__ void estimate_pi(const int *seed, float *pi, int samples, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned s = (unsigned)seed[i] * 2654435761u + 1u;
    int hits = 0;
    for (int k = 0; k < samples; k++) {
        unsigned long long x = next_word(s) >> 8, y = next_word(s) >> 8;
        hits += x * x + y * y < (1ull << 48); // exact
    }
    pi[i] = 4.0f * (float)hits / (float)samples;
}
