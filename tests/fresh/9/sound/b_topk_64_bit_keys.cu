// fpcheck: top3 <<<2, 32>>> logits=[-1,-1.5,-1.75,-0.125,-0.25,-2.5,-4.25,-2.75,-0.1250009536743164,-5.25,-5.25,-1.5,-5,-1.5,-4.25,-0.25,-3,2.5,2.25,3.25,5.5,1.5,0,4.25,-0.75,5.5,5,1.5,6,-3.5,-2.75,4.5] index=empty:6 n=16 want=[3,8,4,12,4,9] ref=index=want --tol bitwise
// expect: ok
// why: the key keeps all 32 bits of the logit, made monotone by flipping negative ones, and the complement of the index below; ties go to the lower index
// figure: index computed [3, 8, 4, 12, 4, 9], the same
// The three best logits of a row by atomic maxima on 64-bit keys.
__device__ unsigned monotone(float v)
{
    const unsigned bits = __float_as_uint(v);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ unsigned long long key_of(float v, int index)
{
    return ((unsigned long long)monotone(v) << 32) | (unsigned)~index;
}

__global__ void top3(const float *logits, int *index, int n)
{
    __shared__ unsigned long long best[3];
    if (threadIdx.x < 3)
        best[threadIdx.x] = 0;
    __syncthreads();
    const bool inside = threadIdx.x < n;
    const unsigned long long key = inside ? key_of(logits[blockIdx.x * n + threadIdx.x], threadIdx.x) : 0;
    bool taken = !inside;
    for (int round = 0; round < 3; round++) {
        if (!taken)
            atomicMax(&best[round], key);
        __syncthreads();
        if (!taken && key == best[round])
            taken = true;
    }
    if (threadIdx.x < 3)
        index[blockIdx.x * 3 + threadIdx.x] = (int)~(unsigned)best[threadIdx.x];
}
