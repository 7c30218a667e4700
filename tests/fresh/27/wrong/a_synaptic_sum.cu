// fpcheck: synaptic_sum <<<1, 128>>> weight=ones:128 rate=ones:128 drive=empty:1 n=128
// expect: error race on shared memory at line 14
// why: no __syncthreads inside the loop: the first warp reads what the second one may not have added up yet
// figure: computed undefined (depends on the order of warps), MPFR 128
// The drive of one neuron: weighted sum of presynaptic rates.
__global__ void synaptic_sum(const float *weight, const float *rate, float *drive, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    part[t] = t < n ? weight[t] * rate[t] : 0.0f;
    __syncthreads();
    for (int half = 64; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        drive[0] = part[0];
}
