// fpcheck: loudness<<<1, 32>>> x=uniform(-1500,1500):64 level=empty:64
// expect: ok
// why: samples up to 1500 in half and 64 of them to add, 96000 at worst, but every pass halves its results, so that nothing grows, and the arithmetic between load and store is binary32
// figure: level[3], a draw: computed 122.813, MPFR 122.823; largest error 3.2e-04 of the peak, natural for six passes in half 1e-3
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define N 64

__device__ int reversed6(int i)
{
    return (int)(__brev((unsigned)i) >> 26);
}

__device__ float2 load(const __half2 *z, int i)
{
    return __half22float2(z[i]);
}

__global__ void loudness(const __half *x, __half *level)
{
    __shared__ __half2 z[N];
    int t = threadIdx.x;
    for (int i = t; i < N; i += 32)
        z[reversed6(i)] = __halves2half2(x[i], __float2half(0.0f));
    __syncwarp();
    for (int len = 1; len < N; len <<= 1) {
        int k = t & (len - 1);
        int a = ((t - k) << 1) + k, b = a + len;
        float s, c;
        sincospif(-(float)k / (float)len, &s, &c);
        float2 u = load(z, a), v = load(z, b);
        float re = v.x * c - v.y * s, im = v.x * s + v.y * c;
        z[a] = __floats2half2_rn(0.5f * (u.x + re), 0.5f * (u.y + im));
        z[b] = __floats2half2_rn(0.5f * (u.x - re), 0.5f * (u.y - im));
        __syncwarp();
    }
    for (int i = t; i < N; i += 32) {
        float2 r = load(z, i);
        level[i] = __float2half_rn(sqrtf(r.x * r.x + r.y * r.y));
    }
}
