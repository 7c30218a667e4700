// fpcheck: quantize_row <<<1, 32>>> x=[-0.1875,31.6875,0,1,2.5,-0.125,16,30.25,31.6875,31.5] q=empty:10 scale_out=empty:1 n=10 want=[0,255,2,10,22,1,130,244,255,254] --ref 'q=want' --tol rtol=1e-6,atol=0
// expect: error narrowing at line 38
// why: the largest value and the zero point both round up: 254 + 2 = 256 becomes 0 in an unsigned char, no clamp
// figure: q[1] computed 0, MPFR 255
#include <cuda_runtime.h>
#include <math.h>

// Asymmetric 8-bit quantisation of a row: q = round(x / scale) + zero_point in [0, 255].
__device__ float warp_min(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fminf(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, o));
    return v;
}

__global__ void quantize_row(const float *__restrict__ x, unsigned char *__restrict__ q,
                             float *__restrict__ scale_out, int n)
{
    float lo = 0.0f, hi = 0.0f; // zero must be representable
    for (int i = threadIdx.x; i < n; i += 32) {
        lo = fminf(lo, x[i]);
        hi = fmaxf(hi, x[i]);
    }
    lo = warp_min(lo);
    hi = warp_max(hi);

    float scale = fmaxf((hi - lo) / 255.0f, 1e-12f);
    int zero_point = __float2int_rn(-lo / scale);
    for (int i = threadIdx.x; i < n; i += 32) {
        int v = __float2int_rn(x[i] / scale) + zero_point;
        q[i] = (unsigned char)v;
    }
    if (threadIdx.x == 0)
        scale_out[0] = scale;
}
