// fpcheck: best_offer <<<4, 32>>> price=uniform(10,90):128 best=inout:const(1000):1 where=inout:zeros:1 lock=inout:zeros:1 n=128
// expect: ok
// why: blocks change two words of global memory together under a lock (atomicCAS, fences on both sides, volatile access), only one thread a block takes it
// figure: computed best = the smallest of 128 prices, exactly

__device__ void take(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
}

__device__ void release(int *lock)
{
    __threadfence();
    atomicExch(lock, 0);
}

// Lowest price and where it is; of equal prices the lowest place.
__global__ void best_offer(const float *price, volatile float *best, volatile int *where, int *lock, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float p = i < n ? price[i] : 1e30f;
    int w = i;
    for (int o = 16; o > 0; o >>= 1) {
        float q = __shfl_xor_sync(0xffffffffu, p, o);
        int v = __shfl_xor_sync(0xffffffffu, w, o);
        if (q < p || (q == p && v < w)) {
            p = q;
            w = v;
        }
    }
    if (threadIdx.x == 0) {
        take(lock);
        if (p < *best || (p == *best && w < *where)) {
            *best = p;
            *where = w;
        }
        release(lock);
    }
}
