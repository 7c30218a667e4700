// fpcheck: greedy <<<2, 64>>> logits=[[1.0, 3.5, 10.0013, -2.0, 9.5, 10.0027, 4.0, -7.0, 10.0009, 0.0, 9.99, 2.0], [-5.0, -1.0003, -2.0, -9.0, -1.01, -3.0, -4.0, -1.0001, -1.5, -1.0001, -8.0, -1.0002]] token=empty:2 vocab=12 --ref 'token=@b_greedy_want.npy'
// expect: ok
// why: a 64-bit key holds all bits of the logit, monotone for negatives, and the complement of the index, so that ties go to the first
// figure: tokens 5 and 7: error 0 (integers; logits 7 and 9 of row 1 tie)
// Greedy decoding: block-wide argmax through an atomicMax of sortable keys.
__device__ unsigned sortable(float f)
{
    unsigned u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__global__ void greedy(const float *logits, int *token, int vocab)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();

    const float *row = logits + blockIdx.x * vocab;
    unsigned long long mine = 0;
    for (int i = threadIdx.x; i < vocab; i += blockDim.x) {
        unsigned long long key = ((unsigned long long)sortable(row[i]) << 32) | (0xffffffffu - (unsigned)i);
        if (key > mine)
            mine = key;
    }
    atomicMax(&best, mine);
    __syncthreads();

    if (threadIdx.x == 0)
        token[blockIdx.x] = (int)(0xffffffffu - (unsigned)(best & 0xffffffffu));
}
