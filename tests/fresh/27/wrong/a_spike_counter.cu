// fpcheck: spike_counter <<<4, 256>>> v=const(1):1024 spikes=inout:const(16777216):1 threshold=0.5 n=1024
// expect: error counter lost in float at line 12
// why: a float counter at 2^24 cannot count further: every atomicAdd of one is rounded away
// figure: computed 16777216, MPFR 16778240
// Counts threshold crossings over a long recording; the counter continues from the launch before.
__global__ void spike_counter(const float *v, float *spikes, float threshold, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (v[i] > threshold)
        atomicAdd(spikes, 1.0f);
}
