// fpcheck: pack <<<1, 64>>> x=randn:64 y=empty:64 n=64
// expect: ok
__device__ unsigned short to_bf16(float f)
{
    unsigned u = __float_as_uint(f);
    if ((u & 0x7fffffffu) > 0x7f800000u) return (unsigned short)((u >> 16) | 0x40u);   // quiet NaN
    u += 0x7fffu + ((u >> 16) & 1u);
    return (unsigned short)(u >> 16);
}
__global__ void pack(const float* x, unsigned short* y, int n)
{
    int i = threadIdx.x;
    if (i < n) y[i] = to_bf16(x[i]);
}
