// fpcheck: populations <<<1, 32>>> energy=[0.5,3,2,1,-86,-87.5,0.25,4] share=empty:8 kT=1 n=8
// expect: error intrinsic at line 19
// why: the partition sum is 1.2e38; __fdividef is documented to give 0 for a divisor between 2^126 and 2^128, so every population is 0
// figure: computed 0, MPFR 0.817574476 (share[5], sum 1.225e+38 > 2^126)
// Populations of conformers from their energies in units of kT.
__device__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__global__ void populations(const float *energy, float *share, float kT, int n)
{
    int i = threadIdx.x;
    float w = i < n ? expf(-energy[i] / kT) : 0.0f;
    float z = warp_sum(w);
    if (i < n)
        share[i] = __fdividef(w, z);
}
