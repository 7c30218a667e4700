// fpcheck: count_rows <<<1, 32>>> bitmap=[4294967295, 4294967295, 255, 4294967295, 286331153, 4294967295, 4294967295]:u32 count=inout:zeros:1 rows=200 --ref count=@a_bitmap_tail.npy
// expect: error mask at line 12
// why: the mask of the last word keeps 32 - 8 bits instead of 8: bits beyond the last row are counted
// figure: computed count = 168, MPFR 152
// Rows whose bit is set in a bitmap index; bits beyond the last row are not defined.
__device__ unsigned valid_bits(int word, int rows)
{
    int full = rows >> 5;
    if (word < full)
        return 0xffffffffu;
    int rest = rows & 31;
    return rest ? 0xffffffffu >> rest : 0u;
}

__global__ void count_rows(const unsigned *bitmap, int *count, int rows)
{
    int words = (rows + 31) >> 5;
    int sum = 0;
    for (int w = threadIdx.x; w < words; w += 32)
        sum += __popc(bitmap[w] & valid_bits(w, rows));
    sum = __reduce_add_sync(0xffffffffu, sum);
    if (threadIdx.x == 0)
        atomicAdd(count, sum);
}
