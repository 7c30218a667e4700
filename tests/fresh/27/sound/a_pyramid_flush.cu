// fpcheck: pyramid_flush <<<1, 64>>> group=const(0):1000 counts=inout:zeros:4 n=1000 want=[1000,0,0,0] ref=counts=want
// expect: ok
// why: four counters of eight bits share a word and 1000 people are of one group, but the word is private to a thread that sees 16 of them
// figure: computed 1000, MPFR 1000
// Population of four broad age groups: packed private counters, unpacked once per thread.
__global__ void pyramid_flush(const int *group, int *counts, int n)
{
    __shared__ int total[4];
    int t = threadIdx.x;
    if (t < 4)
        total[t] = 0;
    __syncthreads();
    unsigned packed = 0u;
    for (int i = t; i < n; i += blockDim.x)
        packed += 1u << (8 * group[i]);
    for (int g = 0; g < 4; g++)
        atomicAdd(&total[g], (int)((packed >> (8 * g)) & 0xffu));
    __syncthreads();
    if (t < 4)
        counts[t] += total[t];
}
