// fpcheck: negatives <<<1, 32>>> words=[12345,4294967295,2147483648,77,4294967200,3000000000,1,4294967294] freq=[1,2,3,4,5,6,7,8,9,10] out=empty:8 n=8 vocab=10
// expect: error out of bounds at line 18
// why: the conversion of 4294967295 to float rounds to 2^32, so the uniform number is 1.0 and the index is vocab: one beyond the table
// figure: computed index of word 4294967295: 10 of 0..9 (out of bounds), MPFR 9
// Negative samples for word embeddings: a random word of 32 bits picks an entry of the table.
__device__ int pick(unsigned word, int vocab)
{
    float u = (float)word * 2.3283064365386963e-10f;
    return (int)(u * (float)vocab);
}

__global__ void negatives(const unsigned *words, const float *freq, float *out, int n, int vocab)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int index = pick(words[i], vocab);
    out[i] = sqrtf(freq[index]);
}
