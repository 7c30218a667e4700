// fpcheck: block_scale <<<1, 32>>> x=uniform(-40,40):32 y=empty:32 n=32 ref=y=x --tol rtol=0,atol=0.51
// expect: ok
#include <cuda_runtime.h>

// MX-like block: power of two from the exponent field of the largest magnitude
__global__ void block_scale(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    float v = i < n ? x[i] : 0.0f, a = fabsf(v);
    for (int o = 16; o > 0; o >>= 1)
        a = fmaxf(a, __shfl_xor_sync(0xffffffffu, a, o));
    int e = (int)(__float_as_uint(a) >> 23);
    e = max(8, min(e, 246));
    float down = __uint_as_float((unsigned)(e - 6) << 23);
    float up = __uint_as_float((unsigned)(254 - (e - 6)) << 23);
    float q = fminf(fmaxf(rintf(v * up), -127.0f), 127.0f);
    if (i < n)
        y[i] = q * down;
}
