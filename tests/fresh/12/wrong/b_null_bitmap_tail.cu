// fpcheck: count_valid <<<1, 32>>> bitmap=[4294967295,252645135,2147483649,65535,4042322160,4294967295] count=inout:zeros:1 rows=192 want=[114] ref=count=want --tol bitwise
// expect: error mismatch at line 8
// why: where the number of rows is a multiple of 32 the last word has 32 valid bits, but (1 << 0) - 1 leaves none of them.
// figure: computed 82, MPFR 114
// Number of rows of a column that are not null, by its bitmap.
__device__ unsigned tail_mask(int rows)
{
    return (1u << (rows & 31)) - 1u;
}

__global__ void count_valid(const unsigned *bitmap, unsigned *count, int rows)
{
    const int words = (rows + 31) / 32;
    unsigned mine = 0;
    for (int w = threadIdx.x; w < words; w += blockDim.x) {
        unsigned bits = bitmap[w];
        if (w == words - 1)
            bits &= tail_mask(rows);
        mine += __popc(bits);
    }
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x == 0)
        atomicAdd(count, mine);
}
