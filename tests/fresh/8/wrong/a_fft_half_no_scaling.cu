// fpcheck: loudness<<<1, 32>>> x=uniform(1400,1600):64 level=empty:64
// expect: error overflow at line 34
// why: the butterflies run in half without scaling: the sum of 64 samples near 1500 passes 65504, becomes infinity, then NaN, and the clamp of the level hides it
// figure: level[0]: 64 samples of about 1500 sum to inf in half; computed 4096, MPFR about 1500
#include <cuda_runtime.h>
#include <cuda_fp16.h>

#define N 64

__device__ int reversed6(int i)
{
    return (int)(__brev((unsigned)i) >> 26);
}

// two points a lane
__global__ void loudness(const __half *x, float *level)
{
    __shared__ __half re[N], im[N];
    int t = threadIdx.x;
    for (int i = t; i < N; i += 32) {
        re[reversed6(i)] = x[i];
        im[reversed6(i)] = __float2half(0.0f);
    }
    __syncwarp();
    for (int len = 1; len < N; len <<= 1) {
        int k = t & (len - 1);
        int a = ((t - k) << 1) + k, b = a + len;
        float s, c;
        sincospif(-(float)k / (float)len, &s, &c);
        __half wr = __float2half(c), wi = __float2half(s);
        __half tr = __hsub(__hmul(re[b], wr), __hmul(im[b], wi));
        __half ti = __hadd(__hmul(re[b], wi), __hmul(im[b], wr));
        __half ar = re[a], ai = im[a];
        re[a] = __hadd(ar, tr);
        im[a] = __hadd(ai, ti);
        re[b] = __hsub(ar, tr);
        im[b] = __hsub(ai, ti);
        __syncwarp();
    }
    for (int i = t; i < N; i += 32) {
        float r = __half2float(re[i]), q = __half2float(im[i]);
        float magnitude = sqrtf(r * r + q * q) / (float)N;
        level[i] = fminf(fmaxf(magnitude, 0.001f), 4096.0f);
    }
}
