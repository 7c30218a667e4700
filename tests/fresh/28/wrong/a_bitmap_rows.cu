// fpcheck: live_rows <<<3, 32>>> bitmap=[4294967295,4294967295,252645135,4294967295,1,3,7,15,65535,4294967295,0,8] live=empty:3 words=4 rows=128 want=[112,10,49] --ref live=want --tol bitwise
// expect: error tail mask at line 8
// why: with rows a multiple of 32 the mask of the last word is (1 << 0) - 1 = 0, and a full word of rows is dropped
// figure: live[0] computed 80, exact 112
// Live rows of a column chunk from its validity bitmap, one warp for a chunk.
__device__ unsigned last_word_mask(int rows)
{
    return (1u << (rows % 32)) - 1u;
}

__global__ void live_rows(const unsigned *bitmap, int *live, int words, int rows)
{
    int lane = threadIdx.x;
    const unsigned *mine = bitmap + blockIdx.x * words;
    int count = 0;
    for (int w = lane; w < words; w += 32) {
        unsigned bits = mine[w];
        if (w == words - 1)
            bits &= last_word_mask(rows);
        count += __popc(bits);
    }
    count = __reduce_add_sync(0xffffffffu, count);
    if (lane == 0)
        live[blockIdx.x] = count;
}
