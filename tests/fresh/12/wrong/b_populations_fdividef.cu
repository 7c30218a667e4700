// fpcheck: populations <<<1, 32>>> energy=[-88.0,-87.0,-86.0,-85.0,-84.0,-83.0,-82.0,-81.0,-80.0,-79.0,-78.0,-77.0,-76.0,-75.0,-74.0,-73.0,-72.0,-71.0,-70.0,-69.0,-68.0,-67.0,-66.0,-65.0,-64.0,-63.0,-62.0,-61.0,-60.0,-59.0,-58.0,-57.0] share=empty:32 beta=1.0
// expect: error fastmath at line 12
// why: the partition sum lies above 2^126, where __fdividef(x, y) is 0 whatever x: all populations become zero although nothing overflows.
// figure: computed 0, MPFR 0.632120559 (share[0])
// Boltzmann populations of the 32 states of a complex; energies in units of kT.
__global__ void populations(const float *energy, float *share, float beta)
{
    float w = __expf(-beta * energy[threadIdx.x]);
    float z = w;
    for (int o = 16; o > 0; o >>= 1)
        z += __shfl_xor_sync(0xffffffffu, z, o);
    share[threadIdx.x] = __fdividef(w, z);
}
