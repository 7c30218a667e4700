// fpcheck: grain_key64 <<<1, 64>>> score=[-0.5,0.90002,0.3,0.90001,-0.1,0.90002,0.9,0.3] best=empty:1 n=8 want=[1] ref=best=want
// expect: ok
// why: scores of either sign and a tie, compared as integers: the map of the bits keeps the order, the number is complemented so that the first wins
// figure: computed 1, MPFR 1 (0.90002 at 1 and 5)
// Dictionary indexing of diffraction patterns: the first orientation with the highest correlation.
__device__ unsigned ordered(float x)
{
    unsigned b = __float_as_uint(x);
    return (b & 0x80000000u) ? ~b : (b | 0x80000000u);
}

__device__ unsigned long long larger(unsigned long long a, unsigned long long b)
{
    return a > b ? a : b;
}

__global__ void grain_key64(const float *score, int *best, int n)
{
    __shared__ unsigned long long top;
    if (threadIdx.x == 0)
        top = 0ull;
    __syncthreads();
    unsigned long long key = 0ull;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        key = larger(key, ((unsigned long long)ordered(score[i]) << 32) | (0xffffffffu - (unsigned)i));
    for (int o = 16; o > 0; o >>= 1)
        key = larger(key, __shfl_down_sync(0xffffffffu, key, o));
    if ((threadIdx.x & 31) == 0)
        atomicMax(&top, key);
    __syncthreads();
    if (threadIdx.x == 0)
        best[0] = (int)(0xffffffffu - (unsigned)(top & 0xffffffffull));
}
