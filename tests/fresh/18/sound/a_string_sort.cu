// fpcheck: sort_words <<<1, 8>>> text=[122,101,98,114,97,0,0,0,97,112,112,108,101,0,0,0,97,112,112,108,102,0,0,0,90,111,111,0,0,0,0,0,97,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,109,97,110,103,111,0,0,0,97,112,112,108,101,0,0,0] order=empty:8 want=[5,3,4,1,7,2,6,0] ref=order=want --tol rtol=0,atol=0.25
// expect: ok
// why: words of up to 8 bytes compared as one unsigned 64-bit number: __byte_perm makes the first letter the most significant; equal words keep their order
// figure: computed [5, 3, 4, 1, 7, 2, 6, 0], MPFR the same: exact
// Order of eight words of 8 bytes (padded with zeros), by rank counting.
__device__ unsigned big_endian(unsigned w)
{
    return __byte_perm(w, 0, 0x0123);
}

__global__ void sort_words(const unsigned char *text, int *order)
{
    __shared__ unsigned long long key[8];
    int i = threadIdx.x;
    const unsigned *w = reinterpret_cast<const unsigned *>(text) + 2 * i;
    key[i] = ((unsigned long long)big_endian(w[0]) << 32) | big_endian(w[1]);
    __syncthreads();
    int rank = 0;
    for (int k = 0; k < 8; k++)
        rank += key[k] < key[i] || (key[k] == key[i] && k < i);
    order[rank] = i;
}
