// fpcheck: selected <<<1, 32>>> bitmap=[4294967295,4294967295,4294967295,2147483649] count=inout:zeros:1:i32 rows=128 --ref count=@a_bitmap_tail.npy
// expect: error mismatch at line 13
// why: the tail mask (1 << rows % 32) - 1 is 0 when the rows fill the last word exactly: its 2 selected rows are dropped
// figure: count: computed 96, MPFR 98
// COUNT(*) over a selection bitmap.
__global__ void selected(const unsigned *bitmap, int *count, int rows)
{
    int words = (rows + 31) / 32;
    int mine = 0;
    for (int w = threadIdx.x; w < words; w += blockDim.x) {
        unsigned bits = bitmap[w];
        if (w == words - 1)
            bits &= (1u << (rows & 31)) - 1u;
        mine += __popc(bits);
    }
    mine = __reduce_add_sync(0xffffffffu, mine);
    if (threadIdx.x == 0)
        atomicAdd(count, mine);
}
