// fpcheck: jaccard<<<1, 32>>> a=[[11035341,2996754231],[916482174,1347822036],[4212368947,520537575],[2557890986,1389815002]] b=[[1101556445,4171215276],[82766198,2421522645],[4151291895,486949351],[1025302795,1885318486]] common=empty:4 either=empty:4 similarity=empty:4 rows=4 bits=64 want=[24,19,30,20] --ref 'common=want' --tol bitwise
// expect: error mismatch at line 10
// why: for a number of bits divisible by 32 the tail mask is (1 << 0) - 1 = 0 and the whole last word is dropped
// figure: computed common[0] = 11, MPFR 24
// Jaccard similarity of shingle bitsets; only the first `bits` bits count.
__device__ unsigned valid_mask(int word, int words, int bits)
{
    if (word < words - 1)
        return 0xffffffffu;
    return (1u << (bits & 31)) - 1u;
}

__global__ void jaccard(const unsigned *a, const unsigned *b, int *common, int *either, float *similarity, int rows, int bits)
{
    int row = threadIdx.x;
    if (row >= rows)
        return;
    int words = (bits + 31) / 32;
    int both = 0, any = 0;
    for (int w = 0; w < words; ++w)
    {
        unsigned mask = valid_mask(w, words, bits);
        both += __popc(a[row * words + w] & b[row * words + w] & mask);
        any += __popc((a[row * words + w] | b[row * words + w]) & mask);
    }
    common[row] = both;
    either[row] = any;
    similarity[row] = any ? (float)both / any : 0.0f;
}
