// fpcheck: integrate<<<1, 32>>> probability=[0.8999999761581421,0.6000000238418579,0.30000001192092896,0.05000000074505806,0.949999988079071,0.699999988079071,0.4000000059604645,0.07999999821186066,0.9200000166893005,0.550000011920929,0.44999998807907104,0.10000000149011612,0.8999999761581421,0.6000000238418579,0.30000001192092896,0.20000000298023224] log_odds=empty:4 beams=4 cells=4 want=[127,30,-37,-128] ref=log_odds=want --tol bitwise
// expect: error narrowing at line 23
// why: log odds of 9.6 are 154 sixteenths: the cast to a byte takes the low bits, and a wall becomes free space
// figure: grid[0] computed -100, MPFR 127
#include <cuda_runtime.h>

// inverse sensor model of one beam
__device__ inline float evidence(float occupied)
{
    return logf(occupied / (1.0f - occupied));
}

// Occupancy grid: log odds in 1/16, saturating at what a signed byte holds.
__global__ void integrate(const float *probability, signed char *log_odds, int beams, int cells)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= cells)
        return;
    float l = 0.0f;
    for (int b = 0; b < beams; b++)
        l += evidence(probability[b * cells + cell]);
    float scaled = l * 16.0f;
    log_odds[cell] = (signed char)__float2int_rn(scaled);
}
