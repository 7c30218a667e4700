// fpcheck: distinct<<<3, 64>>> begin=[0,8,8,16] key=[5,5,3,9,5,3,31,9,64,64,65,66,127,0,0,1] count=empty:3 repeat=empty:3 wc=[4,0,6] wr=[2,0,1.3333333333333333] ref=count=wc ref=repeat=wr
// expect: ok
// why: a return before __syncthreads, but of whole blocks: the condition is the same for all threads
// figure: error 6e-8 of rtol 1e-6 (repeat[2])
// Distinct keys below 128 in each partition by a bitmap, and how often a key repeats on the average.
#define WORDS 4

__global__ void distinct(const int *begin, const int *key, int *count, float *repeat)
{
    __shared__ unsigned seen[WORDS];
    int p = blockIdx.x;
    int from = begin[p], to = begin[p + 1];
    if (from == to) {
        if (threadIdx.x == 0) {
            count[p] = 0;
            repeat[p] = 0.0f;
        }
        return;
    }
    if (threadIdx.x < WORDS)
        seen[threadIdx.x] = 0;
    __syncthreads();
    for (int i = from + threadIdx.x; i < to; i += blockDim.x)
        atomicOr(&seen[key[i] >> 5], 1u << (key[i] & 31));
    __syncthreads();
    if (threadIdx.x == 0) {
        int c = 0;
        for (int w = 0; w < WORDS; w++)
            c += __popc(seen[w]);
        count[p] = c;
        repeat[p] = (float)(to - from) / (float)c;
    }
}
