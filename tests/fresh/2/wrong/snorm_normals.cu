// fpcheck: encode_normals <<<1, 32>>> nx=[6e-25,0.6,3e-24,-6e-25] ny=[8e-25,0.8,-4e-24,0] nz=[0,0,0,8e-25] enc=empty:12 n=4
// expect: error underflow at line 19: squares of 1e-25 underflow to 0, 1/sqrt(0) is infinite and the clamp makes 127 of it where 76 is right
// Normalises vectors and encodes them to 8-bit signed-normalised form.
#include <cuda_runtime.h>

__device__ __forceinline__ signed char to_snorm8(float v)
{
    v = fminf(fmaxf(v, -1.0f), 1.0f);
    return (signed char)__float2int_rz(v * 127.0f);
}

__global__ void encode_normals(const float* __restrict__ nx, const float* __restrict__ ny,
                               const float* __restrict__ nz, signed char* __restrict__ enc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float x = nx[i], y = ny[i], z = nz[i];
    float inv = rsqrtf(x * x + y * y + z * z);
    enc[3 * i + 0] = to_snorm8(x * inv);
    enc[3 * i + 1] = to_snorm8(y * inv);
    enc[3 * i + 2] = to_snorm8(z * inv);
}
