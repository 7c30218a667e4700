// fpcheck: resample <<<1, 32>>> words=[12345,2147483648,4294967295,3000000000,4294967200,77777777] values=[0.5,1.5,2.5,3.5,4.5] sample=empty:6 n=6 m=5
// expect: error out of bounds read at line 17
// why: the float nearest to a word above 2^32 - 128 is 2^32, so that the uniform number is 1 and the index is m, one behind the table
// figure: computed index 5 for words[2] and words[4], MPFR 4 (u = 0.99999999977)
// Bootstrap: m values, drawn with replacement by raw 32-bit random words.
__device__ inline float uniform(unsigned word)
{
    return (float)word * 2.3283064365386963e-10f; // 2^-32
}

__global__ void resample(const unsigned *words, const float *values, float *sample, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = (int)(uniform(words[i]) * (float)m);
    sample[i] = values[k];
}
