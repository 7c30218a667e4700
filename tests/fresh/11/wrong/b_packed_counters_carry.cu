// fpcheck: quartiles <<<1, 32>>> level=const(70):640 count=empty:4 n=640 want=[0,640,0,0] ref=count=want --tol bitwise
// expect: error mismatch at line 12
// why: four counters of 8 bits in a word; a warp adds up to 640 to one of them, which carries into its neighbour
// figure: computed count[1] = 128 and count[2] = 2, MPFR 640 and 0
// Counts of the grey levels 0-63, 64-127, 128-191, 192-255.
__global__ void quartiles(const int *level, int *count, int n)
{
    unsigned packed = 0;
    for (int i = threadIdx.x; i < n; i += 32)
        packed += 1u << (8 * (level[i] >> 6));
    for (int o = 16; o > 0; o >>= 1)
        packed += __shfl_down_sync(0xffffffffu, packed, o);
    if (threadIdx.x == 0)
        for (int k = 0; k < 4; k++)
            count[k] = (int)((packed >> (8 * k)) & 0xffu);
}
