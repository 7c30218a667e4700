// fpcheck: population<<<1, 32>>> energy=[-812.5,-810.25,-815,-809.75,-812,-811.5,-830,-808] share=empty:8 beta=0.40338847 n=8
// expect: ok
// why: exponentials of energies near -810 kJ/mol would overflow, but the lowest is taken off first; lanes without a conformer add 0
// figure: computed share[6] = 0.994765639, MPFR 0.994765667 (a few ulps, the exponent -0.403 * 22 is rounded to 1e-6 absolute at most)
// Boltzmann shares of up to 32 conformers, one warp.
__global__ void population(const float *energy, float *share, float beta, int n)
{
    int lane = threadIdx.x;
    float e = lane < n ? energy[lane] : __int_as_float(0x7f800000);
    float low = e;
    for (int o = 16; o > 0; o >>= 1)
        low = fminf(low, __shfl_xor_sync(0xffffffffu, low, o));
    float w = lane < n ? expf(-(e - low) * beta) : 0.0f;
    float z = w;
    for (int o = 16; o > 0; o >>= 1)
        z += __shfl_xor_sync(0xffffffffu, z, o);
    if (lane < n)
        share[lane] = w / z;
}
