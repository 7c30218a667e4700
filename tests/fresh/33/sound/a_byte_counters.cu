// fpcheck: count_bases <<<4, 32>>> base=@a_gc_bases.npy count=empty:4x4:i32 window=600 --ref 'count=@a_base_counts.npy'
// expect: ok
// why: four counters share a word, a byte each, which 600 bases would overflow; no lane adds more than 19, and they are spread to 16 bits before the warp adds them up
// figure: count: all 16 elements exactly as the reference
__global__ void count_bases(const unsigned char *__restrict__ base, int *__restrict__ count, int window)
{
    const unsigned char *w = base + blockIdx.x * window;
    unsigned packed = 0u;
    for (int i = threadIdx.x; i < window; i += 32)
        packed += 1u << (8 * w[i]);
    unsigned even = packed & 0x00ff00ffu;        // of bases 0 and 2
    unsigned odd = (packed >> 8) & 0x00ff00ffu;  // of bases 1 and 3
    for (int d = 16; d; d >>= 1) {
        even += __shfl_xor_sync(0xffffffffu, even, d);
        odd += __shfl_xor_sync(0xffffffffu, odd, d);
    }
    if (threadIdx.x < 4) {
        unsigned word = threadIdx.x & 1 ? odd : even;
        count[blockIdx.x * 4 + threadIdx.x] = (word >> (threadIdx.x & 2 ? 16 : 0)) & 0xffffu;
    }
}
