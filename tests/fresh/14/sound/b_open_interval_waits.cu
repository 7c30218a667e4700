// fpcheck: reaction_times <<<1, 32>>> bits=[4294967295,4294967168,2147483648,305419896,0] time=empty:5 rate=2.0 n=5
// expect: ok
// why: random bits become floats and go into a logarithm, but only 23 of them, at the middle of their cell: never 0, never 1, nothing is rounded
// figure: computed 8.31776619, MPFR 8.31776617: relative error 2.7e-09 against 2e-6
// (k + 1/2) / 2^23 for k below 2^23: 24 bits, exact in float, within (0, 1).
__device__ inline float middle(unsigned b)
{
    unsigned odd = ((b >> 9) << 1) | 1u;
    return (float)odd * 5.9604644775390625e-8f;
}

__global__ void reaction_times(const unsigned *bits, float *time, float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = middle(bits[i]);
    time[i] = -logf(u) / rate;
}
