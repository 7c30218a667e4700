// fpcheck: quantize_rows <<<1, 32>>> x=[1.159,-1.034,0.591,-0.947,0.988,-0.134,1.03,3.087,1.107,2.799,0.213,-0.396,1.6,2.069,-0.666,0.092,-1.721,-0.24,1.066,-0.104,-0.683,-1.689,0.442,0.957,0.716,0.306,-1.529,2.114,-0.068,-0.174,0.88,-2.596] q=empty:32:i8 scale=empty:1 n=32
// fpcheck+ dequantize_rows <<<1, 32>>> y=empty:32 n=32 want=[1.159,-1.034,0.591,-0.947,0.988,-0.134,1.03,3.087,1.107,2.799,0.213,-0.396,1.6,2.069,-0.666,0.092,-1.721,-0.24,1.066,-0.104,-0.683,-1.689,0.442,0.957,0.716,0.306,-1.529,2.114,-0.068,-0.174,0.88,-2.596] ref=y=want --tol rtol=0,atol=0.03
// expect: error cast before scale at line 28
// why: the cast binds to x alone and not to the product, so that values are cut to whole numbers before they are scaled
// figure: y[4]: computed 0, MPFR 0.988
#include <cuda_runtime.h>

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(~0u, v, o));
    return v;
}

__device__ int clamp127(int v)
{
    return max(-127, min(127, v));
}

// Keys of one head to 8 bits, symmetric.
__global__ void quantize_rows(const float *x, signed char *q, float *scale, int n)
{
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    float amax = warp_max(fabsf(v));
    float inv = amax > 0.0f ? 127.0f / amax : 0.0f;
    if (t < n) {
        int level = (int)v * inv + (v < 0.0f ? -0.5f : 0.5f);
        q[t] = (signed char)clamp127(level);
    }
    if (t == 0)
        *scale = amax / 127.0f;
}

__global__ void dequantize_rows(const signed char *q, const float *scale, float *y, int n)
{
    int t = threadIdx.x;
    if (t < n)
        y[t] = (float)q[t] * *scale;
}
