// fpcheck: expert_offsets <<<1, 32>>> choice=randint(0,63):200 offsets=empty:65 n=200
// expect: error uninitialised shared memory at line 25
// why: a warp clears one counter a lane, which leaves the upper 32 of 64 counters as they were; atomics then count on garbage
// figure: offsets[33..64] undefined, right: 200 at the end
// How many tokens go to each expert, and where an expert's tokens begin. One warp.
constexpr int EXPERTS = 64;

__device__ int warp_inclusive(int v)
{
    for (int by = 1; by < 32; by <<= 1) {
        int below = __shfl_up_sync(0xffffffffu, v, by);
        if ((threadIdx.x & 31) >= by)
            v += below;
    }
    return v;
}

__global__ void expert_offsets(const int *choice, int *offsets, int n)
{
    __shared__ int count[EXPERTS];
    if (threadIdx.x < EXPERTS)
        count[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&count[choice[i]], 1);
    __syncthreads();
    const int even = count[2 * threadIdx.x], odd = count[2 * threadIdx.x + 1];
    const int upto = warp_inclusive(even + odd);
    offsets[2 * threadIdx.x + 1] = upto - odd;
    offsets[2 * threadIdx.x + 2] = upto;
    if (threadIdx.x == 0)
        offsets[0] = 0;
}
