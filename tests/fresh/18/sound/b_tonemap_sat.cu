// fpcheck: tonemap <<<1, 32>>> hdr=[0, 0.01, 0.2, 1, 7, 300, 1e6, 3e38] ldr=empty:8 exposure=4 n=8
// expect: ok
// why: 3e38 times the exposure would overflow and a byte holds no 256, but the input is bounded first and the byte saturated before it is rounded
// figure: ldr = 0 10 113 204 246 255 255 255, MPFR the same after rounding; exact
__device__ float reinhard(float x)
{
    return x > 1.0f ? 1.0f / (1.0f + 1.0f / x) : x / (1.0f + x);
}

__device__ unsigned char to_byte(float v)
{
    float s = __saturatef(v) * 255.0f;
    return (unsigned char)__float2uint_rn(s);
}

__global__ void tonemap(const float *hdr, unsigned char *ldr, float exposure, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = fminf(hdr[i], 1e30f) * exposure;
    ldr[i] = to_byte(reinhard(x));
}
