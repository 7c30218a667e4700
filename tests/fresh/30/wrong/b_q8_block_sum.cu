// fpcheck: quantize_block <<<1, 32>>> x=[2594.0,2760.0,3381.0,3140.0,2604.0,2976.0,3027.0,2676.0,3308.0,2625.0,2930.0,3068.0,2974.0,3145.0,3312.0,3552.0,2813.0,3213.0,3266.0,2822.0,2502.0,3571.0,2828.0,2845.0,3481.0,3144.0,3018.0,3351.0,2533.0,3278.0,2912.0,2600.0] q=empty:32:i8 ds=empty:2:f16
// fpcheck+ dot_q4 <<<1, 32>>> w=[9,10,8,14,14,3,9,10,3,4,7,11,4,11,10,3,6,13,13,10,0,10,3,13,14,6,15,12,5,14,6,1] y=empty:1 dw=0.003 m=-0.021 cap=30000 want=[464.28] ref=y=want --tol rtol=2e-2,atol=0
// expect: error overflow at line 34
// why: the sum of 32 activations near 3000 is past 65504 and becomes an infinity in half precision; the cap of the logits makes a plain -30000 of it
// figure: y[0]: computed -30000, MPFR 464.28 (the sum is 96249)
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// One block of 32 activations as 8-bit integers, with its scale and its sum beside it.
__global__ void quantize_block(const float *x, signed char *q, __half *ds)
{
    int t = threadIdx.x;
    float v = x[t];
    float amax = warp_max(fabsf(v));
    float sum = warp_sum(v);
    float d = amax / 127.0f;
    q[t] = amax == 0.0f ? 0 : (signed char)__float2int_rn(v / d);
    if (t == 0) {
        ds[0] = __float2half(d);
        ds[1] = __float2half(sum);
    }
}

// Weights of 4 bits: w = dw * nibble + m. The offset meets the sum of the activations.
__global__ void dot_q4(const signed char *q, const __half *ds, const int *w, float *y, float dw, float m, float cap)
{
    int t = threadIdx.x;
    int product = (w[t] & 15) * (int)q[t];
    for (int o = 16; o > 0; o /= 2)
        product += __shfl_xor_sync(0xffffffffu, product, o);
    if (t == 0) {
        float d = __half2float(ds[0]), s = __half2float(ds[1]);
        float r = dw * d * (float)product + m * s;
        y[0] = fminf(fmaxf(r, -cap), cap);
    }
}
