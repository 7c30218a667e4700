// fpcheck: max_residual <<<2, 32>>> r=randn:64 out=empty:2
// expect: ok
__device__ __forceinline__ float max_nan(float a, float b)
{
    if (a != a) return a;
    if (b != b) return b;
    return a > b ? a : b;
}
__global__ void max_residual(const float* r, float* out)
{
    float v = fabsf(r[blockIdx.x * 32 + threadIdx.x]);
    for (int k = 16; k; k >>= 1)
        v = max_nan(v, __shfl_xor_sync(0xffffffffu, v, k));
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}
