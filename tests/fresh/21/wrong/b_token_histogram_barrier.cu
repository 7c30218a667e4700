// fpcheck: token_histogram<<<1, 64>>> token=[26,55,61,18,7,38,42,49,41,45,58,58,59,55,46,58,0,1,51,27,47,31,57,4,43,0,9,53,18,62,22,50,61,20,62,45,61,19,32,47,61,17,30,50,53,63,13,63,7,56,55,58,55,45,37,35,5,59,58,5,38,23,47,38,37,30,7,50,56,12,29,3,27,8,26,61,9,8,45,14,0,24,11,39,35,50,38,5,3,59,47,48,52,20,33,12,0,38,14,38] counts=empty:16 n=100
// expect: error barrier at line 15
// why: the trip count differs inside a block (100 tokens, 64 threads), so threads 36 to 63 wait at the barrier after the loop while the others wait at the one in it
// figure: computed undefined (the barrier is reached by some of a warp's threads only; the card hangs or reads counts too early), MPFR counts[0] = 6
__global__ void token_histogram(const int *token, int *counts, int n)
{
    __shared__ int bins[16];
    __shared__ int staged[64];
    if (threadIdx.x < 16)
        bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
    {
        staged[threadIdx.x] = token[i] & 15;
        __syncthreads();
        int neighbour = staged[threadIdx.x ^ 1];
        atomicAdd(&bins[neighbour], 1);
        __syncthreads();
    }
    __syncthreads();
    if (threadIdx.x < 16)
        counts[threadIdx.x] = bins[threadIdx.x];
}
