// fpcheck: distances <<<1, 32>>> lat1=@b_great_circle_acos_a.npy lon1=@b_great_circle_acos_b.npy lat2=@b_great_circle_acos_c.npy lon2=@b_great_circle_acos_d.npy metres=empty:8 n=8
// expect: error cancellation (acos near 1) at line 11
// why: for points some 50 m apart the cosine of the angle rounds to 1 or a neighbour: 0 m or thousands of metres (cosine over 1 gives a NaN that fmaxf hides); the haversine keeps the digits
// figure: metres[0] computed 0, exact 66.804176
#include <cuda_runtime.h>
__device__ float radians(float deg) { return deg * 0.017453292519943295f; }
// Spherical law of cosines. Points that coincide may give acos(1 + eps), hence the guard.
__device__ float central_angle(float f1, float l1, float f2, float l2)
{
    const float c = sinf(f1) * sinf(f2) + cosf(f1) * cosf(f2) * cosf(l2 - l1);
    return fmaxf(acosf(c), 0.0f);
}
__global__ void distances(const float* __restrict__ lat1, const float* __restrict__ lon1, const float* __restrict__ lat2,
                          const float* __restrict__ lon2, float* metres, int n)
{
    const int i = threadIdx.x;
    if (i < n) metres[i] = 6371008.0f * central_angle(radians(lat1[i]), radians(lon1[i]), radians(lat2[i]), radians(lon2[i]));
}
