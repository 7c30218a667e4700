// fpcheck: warp_energy<<<2, 32>>> x=uniform(0.5,1.5):52 energy=empty:2 n=52
// expect: error undefined shuffle at line 9
// why: the lanes beyond the end have returned, and their registers are read by the shuffles of a full mask
// figure: computed energy[1]: undefined (lanes 20..31 are gone), MPFR: the sum of 20 squares
// Signal energy of every block of 32 samples.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void warp_energy(const float *x, float *energy, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float e = warp_sum(x[i] * x[i]);
    if (threadIdx.x == 0)
        energy[blockIdx.x] = e;
}
