// fpcheck: shell_mean <<<4, 32>>> intensity=const(1.5):4x3000:f16 mean=empty:4 count=3000 want=[1.5,1.5,1.5,1.5] --ref mean=want --tol rtol=1e-6,atol=0
// expect: ok
// why: halves and 3000 terms, but the sum is in binary32, pairs are widened one by one and the lanes are joined by shuffles
// figure: mean[0] computed 1.5, right 1.5
#include <cuda_fp16.h>
// Mean intensity of the reflections of a shell, a warp a shell; count is even
__global__ void shell_mean(const __half *intensity, float *mean, int count)
{
    const __half2 *pairs = reinterpret_cast<const __half2 *>(intensity + blockIdx.x * count);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count / 2; i += 32) {
        float2 v = __half22float2(pairs[i]);
        sum += v.x + v.y;
    }
    for (int d = 16; d > 0; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        mean[blockIdx.x] = sum / count;
}
