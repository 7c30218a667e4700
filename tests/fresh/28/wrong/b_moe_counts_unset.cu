// fpcheck: place_tokens <<<1, 32>>> expert=randint(0,63):200 slot=empty:200 load=empty:64 n=200 E=64
// expect: error uninitialised at line 16
// why: 32 threads set only the first 32 of the 64 shared counters to zero ("if" instead of a loop), so atomicAdd counts on from undefined values
// figure: computed undefined (shared memory as it was) + the count, MPFR the count of tokens of experts 32 to 63 (load[40])
// Mixture of experts: every token takes the next slot of its expert's buffer.
constexpr int MOST = 64;

__global__ void place_tokens(const int *expert, int *slot, int *load, int n, int E)
{
    __shared__ int counts[MOST];
    if (threadIdx.x < E)
        counts[threadIdx.x] = 0;
    __syncthreads();
    for (int t = threadIdx.x; t < n; t += blockDim.x) {
        int e = expert[t];
        slot[t] = atomicAdd(&counts[e], 1);
    }
    __syncthreads();
    for (int e = threadIdx.x; e < E; e += blockDim.x)
        load[e] = counts[e];
}
