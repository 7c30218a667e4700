// fpcheck: firing<<<1, 32>>> rate=[0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5,0.5] draw=[0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75,0.25,0.25,0.75] count=empty:1 n=64 want=[42] --ref count=want
// expect: ok
// why: a shift by the number of lanes left, which would be undefined for 32, but those are taken first
// figure: computed count[0] = 42, MPFR 42 (error 0)
// Number of reactions in a list that fire in this step; a warp takes 32 of them a round.
__device__ unsigned tail_mask(int left)
{
    return left >= 32 ? 0xffffffffu : (1u << left) - 1u;
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
