// fpcheck: bilateral5 <<<(2,2), (16,16)>>> in=uniform(0,1):24x24 out=empty:24x24 w=24 h=24 ks=0.125 kr=12.5
// expect: ok
// 5x5 bilateral filter, shared tile with halo. The centre tap has weight 1, so
// that the normaliser is never below 1.
#include <cuda_runtime.h>

#define B 16
#define R 2
#define T (B + 2 * R)

__global__ void bilateral5(const float* __restrict__ in, float* __restrict__ out,
                           int w, int h, float ks, float kr)
{
    __shared__ float tile[T][T];
    int x0 = blockIdx.x * B - R, y0 = blockIdx.y * B - R;
    for (int k = threadIdx.y * B + threadIdx.x; k < T * T; k += B * B) {
        int gx = min(max(x0 + k % T, 0), w - 1);
        int gy = min(max(y0 + k / T, 0), h - 1);
        tile[k / T][k % T] = in[gy * w + gx];
    }
    __syncthreads();

    int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
    if (x >= w || y >= h) return;
    int cx = threadIdx.x + R, cy = threadIdx.y + R;
    float c = tile[cy][cx], sum = 0.0f, norm = 0.0f;
    for (int dy = -R; dy <= R; ++dy)
        for (int dx = -R; dx <= R; ++dx) {
            float v = tile[cy + dy][cx + dx];
            float d = v - c;
            float wgt = expf(-(ks * (float)(dx * dx + dy * dy) + kr * d * d));
            sum = fmaf(wgt, v, sum);
            norm += wgt;
        }
    out[y * w + x] = sum / norm;
}
