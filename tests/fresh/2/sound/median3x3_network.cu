// fpcheck: median3x3 <<<(2,2), (8,8)>>> in=uniform(0,255):16x16 out=empty:16x16 w=16 h=16
// expect: ok
// 3x3 median by a 19-exchange min/max network; borders are replicated.
#include <cuda_runtime.h>

__device__ __forceinline__ void exchange(float& a, float& b)
{
    float lo = fminf(a, b);
    b = fmaxf(a, b);
    a = lo;
}

__global__ void median3x3(const float* __restrict__ in, float* __restrict__ out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float p[9];
#pragma unroll
    for (int k = 0; k < 9; ++k) {
        int gx = min(max(x + k % 3 - 1, 0), w - 1);
        int gy = min(max(y + k / 3 - 1, 0), h - 1);
        p[k] = in[gy * w + gx];
    }
    exchange(p[1], p[2]); exchange(p[4], p[5]); exchange(p[7], p[8]);
    exchange(p[0], p[1]); exchange(p[3], p[4]); exchange(p[6], p[7]);
    exchange(p[1], p[2]); exchange(p[4], p[5]); exchange(p[7], p[8]);
    exchange(p[0], p[3]); exchange(p[5], p[8]); exchange(p[4], p[7]);
    exchange(p[3], p[6]); exchange(p[1], p[4]); exchange(p[2], p[5]);
    exchange(p[4], p[7]); exchange(p[4], p[2]); exchange(p[6], p[4]);
    exchange(p[4], p[2]);
    out[y * w + x] = p[4];
}
