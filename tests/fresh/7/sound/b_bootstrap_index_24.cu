// fpcheck: resample <<<1, 32>>> raw=[123456789,4000000000,4294967295,17,2147483648,3000000001] sample=[1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5,10.5] out=empty:6 draws=6 n=10 want=[1.5,10.5,10.5,1.5,6.5,7.5] ref=out=want --tol bitwise
// expect: ok
// why: a uniform number times n is truncated to an index, with no guard for n itself: 24 bits convert exactly, u is at most 1 - 2^-24, and (1 - 2^-24) n rounds below n for every n
// figure: computed index 9 for the largest word, MPFR 9: error 0, tolerance 0
// Bootstrap: draws with replacement from a sample, by raw 32 bit random words.
__device__ float uniform01(unsigned int raw)
{
    return (raw >> 8) * 5.9604644775390625e-08f; // 2^-24
}

__global__ void resample(const unsigned int *raw, const float *sample, float *out, int draws, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= draws)
        return;
    int pick = (int)(uniform01(raw[i]) * n);
    out[i] = sample[pick];
}
