// fpcheck: prefix_volume <<<2, 128>>> volume=uniform(0,3):2x128 cumulative=empty:2x128
// expect: error race at line 19
// why: Hillis-Steele in one buffer: a thread adds to its cell while another one still reads that cell; the read and the write need a barrier between them.
// figure: race (any of two values at every step)
#define BLOCK 128

// Cumulative traded volume, one trading day a block.
__global__ void prefix_volume(const float *__restrict__ volume, float *__restrict__ cumulative)
{
    __shared__ float s[BLOCK];
    const int tid = threadIdx.x;
    const int base = blockIdx.x * BLOCK;

    s[tid] = volume[base + tid];
    __syncthreads();

    for (int offset = 1; offset < BLOCK; offset <<= 1) {
        if (tid >= offset)
            s[tid] += s[tid - offset];
        __syncthreads();
    }

    cumulative[base + tid] = s[tid];
}
