// fpcheck: resample <<<1, 32>>> words=[12345,2147483648,4294967295,3000000000,4294967200,77777777] values=[0.5,1.5,2.5,3.5,4.5] sample=empty:6 n=6 m=5 want=[0.5,2.5,4.5,3.5,4.5,0.5] ref=sample=want --tol bitwise
// expect: ok
// why: a random word becomes a float and the float an index, but only 24 bits of it are taken: u is at most 1 - 2^-24, and u * m never rounds to m
// figure: all indices exact
// Bootstrap: m values, drawn with replacement by raw 32-bit random words.
__device__ inline float uniform(unsigned word)
{
    return (float)(word >> 8) * 5.9604644775390625e-8f; // 2^-24
}

__global__ void resample(const unsigned *words, const float *values, float *sample, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = (int)(uniform(words[i]) * (float)m);
    sample[i] = values[k];
}
