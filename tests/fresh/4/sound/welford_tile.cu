// fpcheck: tile_stats <<<4, 32>>> img=uniform(4000,4008):4x64 v=empty:4 n=64 ref=v=var(img,1) --tol rtol=1e-3,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void tile_stats(const float* img, float* v, int n)
{
    const float* t = img + blockIdx.x * n;
    float mean = 0.0f, m2 = 0.0f, cnt = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        cnt += 1.0f;
        float d = t[i] - mean;
        mean += d / cnt;
        m2 += d * (t[i] - mean);
    }
    for (int o = 16; o > 0; o >>= 1) {        // Chan's merge, equal counts
        float om = __shfl_xor_sync(0xffffffffu, mean, o);
        float o2 = __shfl_xor_sync(0xffffffffu, m2, o);
        float d = om - mean;
        m2 = m2 + o2 + d * d * cnt * 0.5f;
        mean = 0.5f * (mean + om);
        cnt *= 2.0f;
    }
    if (threadIdx.x == 0)
        v[blockIdx.x] = m2 / (float)n;
}
