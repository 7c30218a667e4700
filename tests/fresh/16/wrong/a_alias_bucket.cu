// fpcheck: draw <<<1, 32>>> bits=[12345678, 3000000000, 4294967200, 77, 2147483648, 4294967295, 999999999, 123]:u32 counts=inout:zeros:10 n=8 buckets=10
// expect: error bounds at line 16
// why: random words near 2^32 round to 1.0 as float, and the bucket is one past the last
// figure: computed bucket 10 of 10, out of bounds, MPFR bucket 9
// Draws of a uniform bucket from random words.
__device__ float uniform01(unsigned u)
{
    return (float)u * (1.0f / 4294967296.0f);
}

__global__ void draw(const unsigned *bits, int *counts, int n, int buckets)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int b = (int)(uniform01(bits[i]) * (float)buckets);
        atomicAdd(&counts[b], 1);
    }
}
