// fpcheck: mean_gradients<<<2, 64>>> parts=uniform(1500,2500):64x128 mean=empty:128 ranks=64 n=128 inv_ranks=0.015625
// expect: error overflow at line 16
// why: the gradients of 64 ranks are summed in half and divided only afterwards: 64 times 2000 is beyond 65504, the mean becomes infinity; the division belongs before the cast
// figure: mean[0]: sum 128000 as half is inf, mean inf; MPFR about 2000
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void mean_gradients(const __half *parts, __half *mean, int ranks, int n, float inv_ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += __half2float(parts[r * n + i]);
    __half reduced = __float2half_rn(sum);
    mean[i] = __hmul(reduced, __float2half_rn(inv_ranks));
}
