// fpcheck: unpack_traces <<<1, 32>>> words=randint(0,1000000):32:u32 trace=empty:32x8 scale=uniform(0.01,0.1):32 words_n=32
// expect: ok
// why: signed numbers of four bits by a shift to the left and an arithmetic shift back, then one product
// figure: computed trace equals nibble times scale, correctly rounded

__device__ int nibble(unsigned word, int k)
{
    return (int)(word << (28 - 4 * k)) >> 28;
}

// Compressed seismic traces: eight samples a word, a scale each word.
__global__ void unpack_traces(const unsigned *words, float *trace, const float *scale, int words_n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= words_n)
        return;
    unsigned w = words[i];
    float s = scale[i];
#pragma unroll
    for (int k = 0; k < 8; k++)
        trace[i * 8 + k] = (float)nibble(w, k) * s;
}
