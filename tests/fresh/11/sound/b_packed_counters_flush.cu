// fpcheck: quartiles <<<1, 32>>> level=randint(0,255):9600 count=empty:4 n=9600
// expect: ok
// why: counters of 8 bits in a word hold 255; they are emptied into wide ones every 255 items, so nothing carries
// figure: computed: the counts sum to 9600, MPFR 9600; error 0
__device__ void spill(unsigned &packed, int *wide)
{
#pragma unroll
    for (int k = 0; k < 4; k++)
        wide[k] += (int)((packed >> (8 * k)) & 0xffu);
    packed = 0;
}

__global__ void quartiles(const int *level, int *count, int n)
{
    unsigned packed = 0;
    int wide[4] = {0, 0, 0, 0};
    int held = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        packed += 1u << (8 * (level[i] >> 6));
        if (++held == 255) {
            spill(packed, wide);
            held = 0;
        }
    }
    spill(packed, wide);
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int total = __reduce_add_sync(0xffffffffu, wide[k]);
        if (threadIdx.x == 0)
            count[k] = total;
    }
}
