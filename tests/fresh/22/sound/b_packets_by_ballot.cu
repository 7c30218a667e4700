// fpcheck: count_flow <<<2, 128>>> bytes=arange:200 packets=inout:[16777217] n=200 want=[16777357] ref=packets=want --tol bitwise
// expect: ok
// why: lanes beyond n vote too (with false), so that the full mask is right; one lane of each warp adds the count to an integer
// figure: computed packets[0] = 16777357, right 16777217 + 140 (error 0)
// Packets longer than 59 bytes, one atomic a warp.
__global__ void count_flow(const int *bytes, unsigned *packets, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool counts = i < n && bytes[i] > 59;
    unsigned vote = __ballot_sync(0xffffffffu, counts);
    if ((threadIdx.x & 31) == 0 && vote)
        atomicAdd(packets, (unsigned)__popc(vote));
}
