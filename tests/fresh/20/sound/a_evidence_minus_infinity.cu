// fpcheck: log_evidence<<<3, 32>>> logp=[-213.5,-210,-206.5,-203,-211,-207.5,-204,-212,-208.5,-205,-213,-209.5,-206,-202.5,-210.5,-207,-203.5,-211.5,-208,-204.5,-212.5,-209,-205.5,-213.5,-210,-206.5,-203,-211,-207.5,-204,-212,-208.5,-205,-213,-209.5,-206,-202.5,-210.5,-207,-203.5,-211.5,-208,-204.5,-212.5,-209,-205.5,-213.5,-210,-206.5,-203,-211,-207.5,-204,-212,-208.5,-205,-213,-209.5,-206,-202.5,-210.5,-207,-203.5,-211.5,-251,-247.5,-244,-252,-248.5,-245,-253,-249.5,-246,-242.5,-250.5,-247,-243.5,-251.5,-248,-244.5,-252.5,-249,-245.5,-253.5,-250,-246.5,-243,-251,-247.5,-244,-252,-248.5,-245,-253,-249.5,-246,-242.5,-250.5,-247,-243.5,-251.5,-248,-244.5,-252.5,-249,-245.5,-253.5,-250,-246.5,-243,-251,-247.5,-244,-252,-248.5,-245,-253,-249.5,-246,-242.5,-250.5,-247,-243.5,-251.5,-248,-244.5,-252.5,-249,-288.5,-285,-293,-289.5,-286,-282.5,-290.5,-287,-283.5,-291.5,-288,-284.5,-292.5,-289,-285.5,-293.5,-290,-286.5,-283,-291,-287.5,-284,-292,-288.5,-285,-293,-289.5,-286,-282.5,-290.5,-287,-283.5,-291.5,-288,-284.5,-292.5,-289,-285.5,-293.5,-290,-286.5,-283,-291,-287.5,-284,-292,-288.5,-285,-293,-289.5,-286,-282.5,-290.5,-287,-283.5,-291.5,-288,-284.5,-292.5,-289,-285.5,-293.5,-290,-286.5] evidence=empty:3 n=64
// expect: ok
// why: the maximum starts at minus infinity, so at least one exponential is 1; nothing overflows or underflows that matters
// figure: computed evidence[0]=-200.493988, MPFR -200.493983: error 2.3e-08 relative
#include <cfloat>
#include <cmath>

// Log of the sum of likelihoods over the samples of a model, one warp a model.
__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void log_evidence(const float *logp, float *evidence, int n)
{
    const float *row = logp + blockIdx.x * n;
    float top = -INFINITY;
    for (int i = threadIdx.x; i < n; i += 32)
        top = fmaxf(top, row[i]);
    top = warp_max(top);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += expf(row[i] - top);
    sum = warp_sum(sum);
    if (threadIdx.x == 0)
        evidence[blockIdx.x] = top + logf(sum);
}
