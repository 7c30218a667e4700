// fpcheck: populations <<<2, 32>>> energy=[34000.0,34100.0,34250.0,34900.0,-5000.0,-4990.0,-100.0,0.0] population=empty:8 temperature=300 n=4 want=[0.4543561558410465,0.32556041181205386,0.19746237135268163,0.022621060994218026,0.5083325260480659,0.4916674035923779,4.0989381153419256e-08,2.9370174997468004e-08] ref=population=want --tol rtol=1e-5,atol=1e-7
// expect: ok
// why: lanes past the last level hold +infinity, so that exp gives 0 for them; the ground level is taken off before exp and the sum is at least 1
// figure: population[1] computed 0.325560391, MPFR 0.325560411812; error 2.1e-08 of 3.4e-06 allowed
// Populations of the levels of a molecule, a warp a molecule; energies in kelvin.
__device__ float warp_min(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fminf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void populations(const float *energy, float *population, float temperature, int n)
{
    int lane = threadIdx.x;
    const float nothing = __int_as_float(0x7f800000);
    float e = lane < n ? energy[blockIdx.x * n + lane] : nothing;
    float ground = warp_min(e);
    float weight = expf((ground - e) / temperature);
    float z = warp_sum(weight);
    if (lane < n)
        population[blockIdx.x * n + lane] = weight / z;
}
