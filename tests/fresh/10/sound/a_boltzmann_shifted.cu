// fpcheck: populations <<<4, 32>>> level=[0.0,0.5,1.0,1.5,2.0,2.5,3.0,3.5] beta=[-0.5,-2.0,-20.0,-12.0] population=empty:4x8 levels=8
// expect: ok
// why: __fdividef is used for divisors between 1 and the number of levels only, as the largest weight is 1
// figure: population[2][7]: computed 0.999954581, MPFR 0.9999546
// Populations of the levels of a spin system; beta is negative in an inverted one.
#define FULL 0xffffffffu

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(FULL, v, offset);
    return v;
}

__device__ float warp_min(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fminf(v, __shfl_xor_sync(FULL, v, offset));
    return v;
}

__global__ void populations(const float *level, const float *beta, float *population, int levels)
{
    int lane = threadIdx.x;
    float exponent = lane < levels ? beta[blockIdx.x] * level[lane] : __int_as_float(0x7f800000);
    float lowest = warp_min(exponent);
    float weight = expf(lowest - exponent);
    float z = warp_sum(weight);
    if (lane < levels)
        population[blockIdx.x * levels + lane] = __fdividef(weight, z);
}
