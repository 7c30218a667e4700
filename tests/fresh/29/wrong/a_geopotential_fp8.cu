// fpcheck: compress <<<1, 32>>> field=[53120.5,52010.25,55960.0,53310.75,50100.5,52700.0,54555.5,53777.25] mean=53000.0 scale=16.0 stored=empty:8:e4m3fn n=8
// fpcheck+ expand <<<1, 32>>> restored=empty:8 want=[120.5,-989.75,2960.0,310.75,-2899.5,-300.0,1555.5,777.25] ref=restored=want --tol rtol=0.07,atol=8.0
// expect: error conversion at line 12
// why: the anomaly is cast to fp8 before it is scaled, so everything beyond 448 saturates there
// figure: computed restored[2] = 448, MPFR 2960 (scaled first: 3072)
#include <cuda_fp8.h>

// Geopotential anomalies (m^2/s^2) of an ensemble member, a byte each.
template <typename Code>
__device__ Code encoded(float x, float scale)
{
    Code code(x);
    return Code((float)code / scale);
}

template <typename Code>
__device__ float decoded(Code c, float scale)
{
    return (float)c * scale;
}

__global__ void compress(const float *field, __nv_fp8_e4m3 *stored, float mean, float scale, int n)
{
    int i = threadIdx.x;
    if (i < n)
        stored[i] = encoded<__nv_fp8_e4m3>(field[i] - mean, scale);
}

__global__ void expand(const __nv_fp8_e4m3 *stored, float *restored, float mean, float scale, int n)
{
    int i = threadIdx.x;
    if (i < n)
        restored[i] = decoded(stored[i], scale);
}
