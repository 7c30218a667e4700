// fpcheck: kmers <<<1, 48>>> code=const(3):64 key=empty:48 n=64 k=17 ref=key=17179869183 --tol bitwise
// expect: ok
// why: the shift by two goes on seventeen times, but in 64 bits, and the mask is made of a 64-bit one
// figure: computed 17179869183, right 17179869183
// 2-bit k-mers of a read, the key of a hash join afterwards
__device__ unsigned long long kmer_mask(int k)
{
    return (1ull << (2 * k)) - 1ull;
}

__global__ void kmers(const unsigned char *code, unsigned long long *key, int n, int k)
{
    __shared__ unsigned char read[128];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        read[i] = code[i] & 3;
    __syncthreads();
    int start = threadIdx.x;
    if (start + k > n)
        return;
    unsigned long long word = 0;
    for (int j = 0; j < k; j++)
        word = (word << 2) | read[start + j];
    key[start] = (unsigned long long)word & kmer_mask(k);
}
