// fpcheck: resample <<<1, 32>>> raw=[123456789,4000000000,4294967295,17,2147483648,3000000001] sample=[1.5,2.5,3.5,4.5,5.5,6.5,7.5,8.5,9.5,10.5] out=empty:6 draws=6 n=10
// expect: error out-of-bounds at line 17
// why: 4294967295 converts to 2^32, so the uniform number is 1.0 and the index n: one past the sample
// figure: computed index 10, MPFR index 9 (of 4294967295 * 2^-32 * 10 = 9.9999999977); out[2] reads behind the sample
// Bootstrap: draws with replacement from a sample, by raw 32 bit random words.
__device__ float uniform01(unsigned int raw)
{
    return raw * 2.3283064365386963e-10f; // 2^-32
}

__global__ void resample(const unsigned int *raw, const float *sample, float *out, int draws, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= draws)
        return;
    int pick = (int)(uniform01(raw[i]) * n);
    out[i] = sample[pick];
}
