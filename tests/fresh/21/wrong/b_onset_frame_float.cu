// fpcheck: count_onsets<<<1, 128>>> onsets=inout:zeros:128 ticks=128 want=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] --ref 'onsets=want' --tol bitwise
// expect: error flip at line 13
// why: the frame of a tick is found by dividing the rounded time again by the hop; where the quotient rounds below the integer the truncation takes the frame before
// figure: computed onsets[99] = 0, onsets[98] = 2, MPFR 1 and 1
// Note onsets on a grid of hops: every tick must fall into its own frame.
__global__ void count_onsets(int *onsets, int ticks)
{
    const float hop = 0.0116100f;
    int tick = threadIdx.x;
    if (tick >= ticks)
        return;
    float seconds = tick * hop;
    int frame = (int)(seconds / hop);
    atomicAdd(&onsets[frame], 1);
}
