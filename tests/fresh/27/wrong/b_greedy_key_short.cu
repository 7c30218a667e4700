// fpcheck: greedy <<<2, 64>>> logits=[[1.0, 3.5, 10.0013, -2.0, 9.5, 10.0027, 4.0, -7.0, 10.0009, 0.0, 9.99, 2.0], [-5.0, -1.0003, -2.0, -9.0, -1.01, -3.0, -4.0, -1.0001, -1.5, -1.0001, -8.0, -1.0002]] token=empty:2 vocab=12 --ref 'token=@b_greedy_want.npy'
// expect: error argmax key loses bits at line 22
// why: the key keeps only the upper sixteen bits of the logit, so that near candidates are told apart by their index
// figure: computed token[0] = 2, MPFR 5 (10.0027 beats 10.0013)
// Greedy decoding: block-wide argmax through an atomicMax of sortable keys.
__device__ unsigned sortable(float f)
{
    unsigned u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__global__ void greedy(const float *logits, int *token, int vocab)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();

    const float *row = logits + blockIdx.x * vocab;
    unsigned mine = 0;
    for (int i = threadIdx.x; i < vocab; i += blockDim.x) {
        unsigned key = (sortable(row[i]) & 0xffff0000u) | (0xffffu - (unsigned)i);
        if (key > mine)
            mine = key;
    }
    atomicMax(&best, mine);
    __syncthreads();

    if (threadIdx.x == 0)
        token[blockIdx.x] = (int)(0xffffu - (best & 0xffffu));
}
