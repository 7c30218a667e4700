// fpcheck: local_variance <<<4, 32>>> img=uniform(4000.0,4000.5):4x64 v=empty:4 c=64 ref=v=var(img,1) --tol rtol=1e-2,atol=0
// expect: error cancellation at line 21: E[x^2] - E[x]^2 with a mean of 4000 and a variance of 0.02
#include <cuda_runtime.h>

// focus measure: the variance of a tile of sensor counts
__global__ void local_variance(const float* img, float* v, int c)
{
    const float* tile = img + blockIdx.x * c;
    float s = 0.0f, s2 = 0.0f;
    for (int i = threadIdx.x; i < c; i += 32) {
        float x = tile[i];
        s += x;
        s2 += x * x;
    }
    for (int o = 16; o > 0; o >>= 1) {
        s += __shfl_xor_sync(0xffffffffu, s, o);
        s2 += __shfl_xor_sync(0xffffffffu, s2, o);
    }
    if (threadIdx.x == 0) {
        float m = s / (float)c;
        v[blockIdx.x] = s2 / (float)c - m * m;
    }
}
