// fpcheck: blended_magnitude<<<2, 32>>> magnitude=[17.600000381469727,17.5,15.960000038146973,14.90999984741211,13.319999694824219,16.639999389648438,14.300000190734863,12.609999656677246,13.470000267028809,16.139999389648438,12.579999923706055,15.8100004196167,15.09000015258789,16.34000015258789,12.649999618530273,13.699999809265137,13.359999656677246,13.170000076293945,15.630000114440918,17.15999984741211,141.67999267578125,142.97000122070312,140.10000610351562,141.6300048828125,141.52000427246094,140.3000030517578,141.14999389648438,140.16000366210938,140.66000366210938,141.08999633789062,140.85000610351562,140.86000061035156,141.5800018310547,140.83999633789062,142.5,141.52999877929688,141.5800018310547,141.27999877929688,142.2899932861328,140.5500030517578] blend=empty:2 stars=20
// expect: ok
// why: fluxes of magnitude 140 underflow, but not relative to the brightest; idle lanes hold the neutral element of each reduction
// figure: relative error 4.60892902e-08
#include <cuda_runtime.h>

__device__ inline float warp_min(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fminf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ inline float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// Magnitude of stars that a telescope does not resolve, relative to the brightest: fluxes neither overflow nor vanish.
__global__ void blended_magnitude(const float *magnitude, float *blend, int stars)
{
    int lane = threadIdx.x;
    const float *m = magnitude + blockIdx.x * stars;
    float mine = lane < stars ? m[lane] : 3.0e38f; // neutral for the minimum
    float brightest = warp_min(mine);
    float flux = lane < stars ? exp10f(-0.4f * (mine - brightest)) : 0.0f;
    float sum = warp_sum(flux);
    if (lane == 0)
        blend[blockIdx.x] = brightest - 2.5f * log10f(sum);
}
