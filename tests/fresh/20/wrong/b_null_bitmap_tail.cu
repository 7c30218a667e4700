// fpcheck: count_valid <<<1, 32>>> bitmap=[1744004479,372988065,4165540639] valid=empty:1 rows=96 want=[53] ref=valid=want --tol rtol=0,atol=0.5
// expect: error tail-mask at line 8
// why: the mask of the last word is (1 << rows % 32) - 1, which is 0 where the rows fill the last word
// figure: computed valid[0] = 36, right 53
// Rows of a column that are not null, by its validity bitmap; bits beyond the last row are garbage.
__device__ __forceinline__ unsigned last_word_mask(int rows)
{
    return (1u << (rows & 31)) - 1u;
}

__global__ void count_valid(const unsigned *bitmap, int *valid, int rows)
{
    int words = (rows + 31) / 32;
    int c = 0;
    for (int w = threadIdx.x; w < words; w += 32) {
        unsigned bits = bitmap[w];
        if (w == words - 1)
            bits &= last_word_mask(rows);
        c += __popc(bits);
    }
    c = __reduce_add_sync(0xffffffffu, c);
    if (threadIdx.x == 0)
        valid[0] = c;
}
