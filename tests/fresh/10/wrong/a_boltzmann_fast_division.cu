// fpcheck: populations <<<4, 32>>> level=[0.0,0.5,1.0,1.5,2.0,2.5,3.0,3.5] beta=[-0.5,-2.0,-25.2,-12.0] population=empty:4x8 levels=8
// expect: error fast math at line 21
// why: __fdividef gives zero for divisors above 2^126; the inverted state sum of the third row is 2.0e38
// figure: population[2][7]: computed 0, MPFR 0.999996628
// Populations of the levels of a spin system; beta is negative in an inverted one.
#define FULL 0xffffffffu

__device__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(FULL, v, offset);
    return v;
}

__global__ void populations(const float *level, const float *beta, float *population, int levels)
{
    int lane = threadIdx.x;
    float weight = lane < levels ? expf(-beta[blockIdx.x] * level[lane]) : 0.0f;
    float z = warp_sum(weight);
    if (lane < levels)
        population[blockIdx.x * levels + lane] = __fdividef(weight, z);
}
