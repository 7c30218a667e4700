// fpcheck: histogram_uniform <<<2, 64>>> words=@a_rand_words.npy counts=inout:zeros:32:i32 n=128 bins=32 --ref 'counts=@a_unit_counts.npy'
// expect: error out-of-bounds at line 11
// why: x 2^-32 + 2^-33 is a uniform of (0, 1], as cuRAND's is; words from 0xFFFFFF80 on give exactly 1.0, and the bin 32 of 32 is behind the histogram
// figure: counts[31] computed 4, should be 7; 1 of 32 elements differ
__device__ float uniform01(unsigned x) { return x * 2.3283064e-10f + (2.3283064e-10f / 2.0f); }

__global__ void histogram_uniform(const unsigned *__restrict__ words, int *__restrict__ counts, int n, int bins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int bin = (int)(uniform01(words[i]) * bins);
        atomicAdd(counts + bin, 1);
    }
}
