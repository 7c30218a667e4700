// fpcheck: leaf_counts <<<1, 64, 64>>> count=empty:16 points=256 first=2147483392 stride=1 cells=16 want=[16,16,16,16,16,16,16,16,16,16,16,16,16,16,16,16] ref=count=want --tol bitwise
// expect: ok
// why: the low eight bits are dropped first, so u < 1 and the index stays within the shared bins
// figure: computed count[15] = 16, MPFR 16: error 0 of 0 allowed
// Stratified sampling: how many of the van der Corput points fall into each of the `cells` light tree leaves?
__device__ float radical_inverse(unsigned i)
{
    unsigned b = __brev(i);
    return (float)(b >> 8) * 5.9604644775390625e-8f; // 2^-24
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
