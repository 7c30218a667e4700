// fpcheck: firing<<<1, 32>>> rate=[0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5] draw=[0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75] count=empty:1 n=64 want=[42] --ref count=want
// expect: error wrong tail mask at line 8
// why: left % 32 is 0 in a full round, the mask is then 0 instead of all ones, and every vote is dropped
// figure: computed count[0] = 0, MPFR 42
// Number of reactions in a list that fire in this step; a warp takes 32 of them a round.
__device__ unsigned tail_mask(int left)
{
    return (1u << (left % 32)) - 1u;
}

__global__ void firing(const float *rate, const float *draw, int *count, int n)
{
    int lane = threadIdx.x;
    int total = 0;
    for (int base = 0; base < n; base += 32) {
        int i = base + lane;
        bool fires = i < n && draw[i] < rate[i];
        unsigned votes = __ballot_sync(0xffffffffu, fires);
        total += __popc(votes & tail_mask(n - base));
    }
    if (lane == 0)
        count[0] = total;
}
