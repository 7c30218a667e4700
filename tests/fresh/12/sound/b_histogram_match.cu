// fpcheck: codon_counts <<<4, 64>>> codon=randint(0,63):1000 counts=inout:zeros:64 n=1000
// expect: ok
// why: warps of the tail vote with the lanes that are active at the branch only; lanes of one bin elect a leader who adds for all: no count is lost.
// figure: exact integers, error 0
__global__ void codon_counts(const int *__restrict__ codon, int *counts, int n)
{
    __shared__ int local[64];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x;; i += gridDim.x * blockDim.x) {
        const bool valid = i < n;
        const unsigned active = __ballot_sync(0xffffffffu, valid);
        if (active == 0)
            break;
        if (valid) {
            const int bin = codon[i] & 63;
            const unsigned peers = __match_any_sync(active, bin);
            const int leader = __ffs(peers) - 1;
            if ((threadIdx.x & 31) == leader)
                atomicAdd(&local[bin], __popc(peers));
        }
        __syncwarp();
    }
    __syncthreads();
    const int c = local[threadIdx.x];
    if (c)
        atomicAdd(&counts[threadIdx.x], c);
}
