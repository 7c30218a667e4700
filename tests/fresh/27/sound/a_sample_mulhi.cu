// fpcheck: sample_mulhi <<<1, 32>>> word=[17,2147483648,4294967280,4294967295] weight=arange:10 picked=empty:4 n=10 count=4 want=[0,5,9,9] ref=picked=want --tol bitwise
// expect: ok
// why: words up to 2^32 - 1 become an index below n: the high half of the product in integers never reaches n
// figure: computed picked[3] = 9, MPFR 9
// Draws households from a frame with equal probability and keeps their weights.
__global__ void sample_mulhi(const unsigned *word, const float *weight, float *picked, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    unsigned index = __umulhi(word[i], (unsigned)n);
    picked[i] = weight[index];
}
