// fpcheck: leaf_counts <<<1, 64, 64>>> count=empty:16 points=256 first=2147483392 stride=1 cells=16
// expect: error out-of-bounds at line 21
// why: bits from 0xffffff80 up round to 2^32 as a float, u is 1 and the cell lies beyond the shared bins
// figure: computed cell = 16 for point 0x7fffffff (u = 1), MPFR 15 (1 points out of the bins)
// Stratified sampling: how many of the van der Corput points fall into each of the `cells` light tree leaves?
__device__ float radical_inverse(unsigned i)
{
    unsigned b = __brev(i);
    return (float)b * 2.3283064365386963e-10f; // 2^-32
}

__global__ void leaf_counts(unsigned *count, int points, unsigned first, unsigned stride, int cells)
{
    extern __shared__ unsigned bin[];
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        bin[c] = 0u;
    __syncthreads();
    for (int k = threadIdx.x; k < points; k += blockDim.x) {
        float u = radical_inverse(first + stride * k);
        int cell = (int)(u * (float)cells);
        atomicAdd(&bin[cell], 1u);
    }
    __syncthreads();
    for (int c = threadIdx.x; c < cells; c += blockDim.x)
        count[c] = bin[c];
}
