// fpcheck: selected <<<1, 32>>> bitmap=[4294967295,4294967295,4294967295,2147483649] count=empty:3:i32
// expect: ok
// why: the shift of the tail mask is taken as 31 - (rows - 1) % 32: a full last word keeps all bits and no shift is ever by 32
// figure: count: computed 98 97 97, MPFR 98 97 97
// COUNT(*) over a selection bitmap, for three tables of 128, 100 and 97 rows over the same bits.
__device__ int tail_count(const unsigned *bitmap, int rows, int w)
{
    int words = (rows + 31) / 32;
    if (w >= words)
        return 0;
    unsigned bits = bitmap[w];
    if (w == words - 1)
        bits &= 0xffffffffu >> (31 - ((rows - 1) & 31));
    return __popc(bits);
}

__global__ void selected(const unsigned *bitmap, int *count)
{
    const int rows[3] = {128, 100, 97};
    for (int table = 0; table < 3; table++) {
        int mine = __reduce_add_sync(0xffffffffu, tail_count(bitmap, rows[table], threadIdx.x));
        if (threadIdx.x == 0)
            count[table] = mine;
    }
}
