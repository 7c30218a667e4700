// fpcheck: distances <<<1, 32>>> lat1=@b_haversine_clamped_a.npy lon1=@b_haversine_clamped_b.npy lat2=@b_haversine_clamped_c.npy lon2=@b_haversine_clamped_d.npy metres=empty:10 n=10 --ref metres=@b_haversine_clamped_ref_metres.npy --tol rtol=2e-4
// expect: ok
// why: differences of near coordinates and a clamp at 1 before asin: subtraction is exact for near points, and the clamp would only matter at antipodes
// figure: metres[9] computed 16148252, exact 16148254.9 (error 2.9, 0.00091 of the tolerance; worst of 10)
#include <cuda_runtime.h>
// Differences of degrees are taken before they become radians (exact for near points); antipodes may give a sine over 1.
__device__ float half_sine(float deg)
{
    return sinpif(deg / 360.0f);
}
__device__ float central_angle(float lat1, float lon1, float lat2, float lon2)
{
    const float u = half_sine(lat2 - lat1), v = half_sine(lon2 - lon1);
    const float h = u * u + cospif(lat1 / 180.0f) * cospif(lat2 / 180.0f) * (v * v);
    return 2.0f * asinf(sqrtf(fminf(h, 1.0f)));
}
__global__ void distances(const float* __restrict__ lat1, const float* __restrict__ lon1, const float* __restrict__ lat2,
                          const float* __restrict__ lon2, float* metres, int n)
{
    const int i = threadIdx.x;
    if (i < n) metres[i] = 6371008.0f * central_angle(lat1[i], lon1[i], lat2[i], lon2[i]);
}
