// fpcheck: count_rows <<<1, 32>>> a=[4294967295, 4294967295, 255, 4294967295, 286331153, 4294967295, 4294967295]:u32 b=[4294967295, 65535, 4294967295, 4042322160, 4294967295, 4294967295, 4294967295]:u32 count=inout:zeros:1 rows=200 --ref count=@a_bitmap_and_tail.npy
// expect: ok
// why: the tail mask is (1 << rest) - 1 and is used where rest is not 0 only, so that no shift by 32 occurs
// figure: computed count = 120, MPFR 120; error 0
// Rows that are set in both of two bitmap indices.
__global__ void count_rows(const unsigned *a, const unsigned *b, int *count, int rows)
{
    int words = (rows + 31) >> 5;
    int sum = 0;
    for (int w = threadIdx.x; w < words; w += 32) {
        unsigned both = a[w] & b[w];
        int rest = rows - 32 * w;
        if (rest < 32)
            both &= (1u << rest) - 1u;
        sum += __popc(both);
    }
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x == 0)
        atomicAdd(count, sum);
}
