// fpcheck: draw <<<1, 32>>> bits=[12345678, 3000000000, 4294967200, 77, 2147483648, 4294967295, 999999999, 123]:u32 counts=inout:zeros:10 n=8 buckets=10
// expect: ok
// why: the upper half of a 64-bit product is always below the number of buckets, also for the largest word
// figure: computed bucket 9 for the word 4294967295, MPFR 9; error 0
// Draws of a uniform bucket from random words.
__global__ void draw(const unsigned *bits, int *counts, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[__umulhi(bits[i], (unsigned)buckets)], 1);
}
