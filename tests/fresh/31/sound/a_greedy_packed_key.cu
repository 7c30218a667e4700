// fpcheck: greedy_token <<<2, 64>>> logits=[[-3.5,-1.25,-1.2499999,-7.0,-1.2499999,-2.0,-9.5,-1.5],[0.0,-0.5,3.25,3.2500002,3.25,-8.0,3.2500002,1.0]] token=empty:2:i32 value=empty:2 vocab=8 --ref value=@a_greedy_packed_key.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: an argmax by packed keys, but with all 32 bits of the float in the upper word, signs turned so that the order is right, and the index inverted for ties
// figure: value[0] computed -1.24999988, MPFR -1.24999988; tokens 2 and 3
// Greedy decoding: the largest logit of a row, the lower token where two are equal.
__device__ __forceinline__ unsigned ordered(float f)
{
    unsigned u = __float_as_uint(f);
    return u ^ ((unsigned)((int)u >> 31) | 0x80000000u);
}

__device__ __forceinline__ float from_ordered(unsigned k)
{
    return __uint_as_float(k ^ (~(unsigned)((int)k >> 31) | 0x80000000u));
}

__global__ void greedy_token(const float *logits, int *token, float *value, int vocab)
{
    __shared__ unsigned long long best;
    if (threadIdx.x == 0)
        best = 0ull;
    __syncthreads();
    unsigned long long own = 0ull;
    for (int i = threadIdx.x; i < vocab; i += blockDim.x) {
        unsigned long long key = (unsigned long long)ordered(logits[blockIdx.x * vocab + i]) << 32 | (unsigned)~i;
        own = key > own ? key : own;
    }
    atomicMax(&best, own);
    __syncthreads();
    if (threadIdx.x == 0) {
        token[blockIdx.x] = (int)~(unsigned)best;
        value[blockIdx.x] = from_ordered((unsigned)(best >> 32));
    }
}
