// fpcheck: code_bits <<<1, 32>>> length=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4] bits=empty:20 n=20
// expect: error shuffle mask at line 10
// why: lanes 20 to 31 are in the other branch but are named in the mask of the shuffle, and lanes 4 to 19 read their undefined values
// figure: computed: undefined (the shuffle reads lanes that are elsewhere), MPFR bits[0] = 97
// Bits of the codes from a symbol to the end of the block, one warp.
__device__ int from_here(int x, int n)
{
    int lane = threadIdx.x & 31;
    for (int o = 1; o < 32; o <<= 1) {
        int y = __shfl_down_sync(0xffffffffu, x, o);
        if (lane + o < 32)
            x += y;
    }
    return x;
}

__global__ void code_bits(const int *length, int *bits, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        int x = length[i];
        bits[i] = from_here(x, n);
    }
}
