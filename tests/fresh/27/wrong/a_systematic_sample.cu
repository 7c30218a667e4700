// fpcheck: systematic_sample <<<1, 32>>> word=[17,2147483648,4294967280,4294967295] weight=ones:10 picked=empty:4 n=10 count=4
// expect: error out of bounds (uniform number reaches 1) at line 17
// why: the quotient of a word near 2^32 by 2^32 - 1 in float is 1, so the index is n, one past the frame
// figure: computed index 10 (out of bounds), MPFR index 9
// Draws households from a frame with equal probability and keeps their weights.
__device__ float uniform_of(unsigned word)
{
    return (float)word / 4294967295.0f;
}

__global__ void systematic_sample(const unsigned *word, const float *weight, float *picked, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int index = (int)(uniform_of(word[i]) * (float)n);
    picked[i] = weight[index];
}
