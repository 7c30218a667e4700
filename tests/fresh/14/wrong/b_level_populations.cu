// fpcheck: populations <<<1, 32>>> energy=[3000.0,3017.5,3035.0,3052.5,3070.0,3087.5,3105.0,3122.5,3140.0,3157.5,3175.0,3192.5,3210.0,3227.5,3245.0,3262.5,3280.0,3297.5,3315.0,3332.5,3350.0,3367.5,3385.0,3402.5] occupied=empty:24 kT=20.0 n=24
// expect: error underflow to 0/0 that a clamp hides at line 8
// why: every Boltzmann weight exp(-150..) is 0 in float, 0/0 is NaN, and fmaxf(NaN, 0) makes it a population of 0
// figure: computed 0, MPFR 0.583137981 (occupied[0])
// Populations of the levels of a molecule, one lane a level.
__device__ inline float boltzmann(float energy, float kT)
{
    return expf(-energy / kT);
}

__device__ inline float clamp01(float v)
{
    return fminf(fmaxf(v, 0.0f), 1.0f);
}

__global__ void populations(const float *energy, float *occupied, float kT, int n)
{
    int lane = threadIdx.x;
    float w = lane < n ? boltzmann(energy[lane], kT) : 0.0f;
    float z = w;
    for (int d = 16; d > 0; d >>= 1)
        z += __shfl_xor_sync(0xffffffffu, z, d);
    float p = w / z;
    if (lane < n)
        occupied[lane] = clamp01(p);
}
