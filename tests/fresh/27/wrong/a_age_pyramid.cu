// fpcheck: age_pyramid <<<1, 300>>> group=const(0):300:i32 counts=empty:4 n=300 want=[300,0,0,0] ref=counts=want
// expect: error packed counters overflow at line 14
// why: four counters of eight bits share a word: with more than 255 people of one group the carry counts in the next group
// figure: computed counts[0] = 44, counts[1] = 1, MPFR 300, 0
// Population of four broad age groups; the counters of a block are packed into one word.
__global__ void age_pyramid(const int *group, int *counts, int n)
{
    __shared__ unsigned packed;
    int t = threadIdx.x;
    if (t == 0)
        packed = 0u;
    __syncthreads();
    if (t < n)
        atomicAdd(&packed, 1u << (8 * group[t]));
    __syncthreads();
    if (t < 4)
        counts[t] = (int)((packed >> (8 * t)) & 0xffu);
}
