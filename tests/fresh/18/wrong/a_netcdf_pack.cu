// fpcheck: pack_netcdf <<<1, 32>>> kelvin=[288.15,251.3,310.2,273.15,329.9,225.0,300.5] packed=empty:7 scale=0.001 offset=273.15 n=7 want=[15000,-21850,32767,0,32767,-32767,27350] ref=packed=want --tol rtol=0,atol=20
// expect: error conversion (narrowing) at line 19
// why: values beyond 273.15 +- 32.767 do not fit int16 at a scale of 0.001: the cast from int wraps them instead of clamping to the valid range
// figure: computed packed[2] = -28486, MPFR 32767 (clamped)
#include <cuda_runtime.h>

// Temperatures as packed shorts with a scale and an offset, as in netCDF files; -32768 is the missing value.
#define MISSING (-32768)

__device__ int quantise(float v, float scale, float offset)
{
    return __float2int_rn((v - offset) / scale);
}

__device__ short pack(float v, float scale, float offset)
{
    if (v != v)
        return MISSING;
    return (short)quantise(v, scale, offset);
}

__global__ void pack_netcdf(const float *kelvin, short *packed, float scale, float offset, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = pack(kelvin[i], scale, offset);
}
