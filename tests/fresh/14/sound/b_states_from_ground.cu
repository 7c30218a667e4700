// fpcheck: state_shares <<<1, 32>>> energy=[3000.0,3017.5,3035.0,3052.5,3070.0,3087.5,3105.0,3122.5,3140.0,3157.5,3175.0,3192.5,3210.0,3227.5,3245.0,3262.5,3280.0,3297.5,3315.0,3332.5,3350.0,3367.5,3385.0,3402.5] share=empty:24 kT=20.0 n=24
// expect: ok
// why: exponentials of up to -20 and an infinity as the energy of idle lanes, but energies count from the lowest: the sum is at least 1
// figure: computed 0.583137989, MPFR 0.583137981: relative error 1.4e-08 against 2e-6
// Shares of the levels at a temperature, counted from the ground state so that no weight sum can vanish.
__global__ void state_shares(const float *energy, float *share, float kT, int n)
{
    int lane = threadIdx.x;
    float e = lane < n ? energy[lane] : __int_as_float(0x7f800000);
    float ground = e;
    for (int d = 16; d > 0; d >>= 1)
        ground = fminf(ground, __shfl_xor_sync(0xffffffffu, ground, d));
    float w = expf((ground - e) / kT); // idle lanes: exp(-inf) = 0
    float z = w;
    for (int d = 16; d > 0; d >>= 1)
        z += __shfl_xor_sync(0xffffffffu, z, d);
    if (lane < n)
        share[lane] = w / z;
}
