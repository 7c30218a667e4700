// fpcheck: shell_mean <<<1, 4>>> intensity=const(1.0):4x3000:f16 mean=empty:4 shells=4 count=3000
// expect: error accumulator too narrow at line 14
// why: a half accumulator stagnates at 2048 when ones are added: the mean of 3000 ones comes out as 0.683
// figure: computed mean[0]=0.682667, MPFR 1
#include <cuda_fp16.h>
// Mean intensity of the reflections of a shell, for a Wilson plot
__global__ void shell_mean(const __half *intensity, float *mean, int shells, int count)
{
    int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= shells)
        return;
    __half sum = __float2half(0.0f);
    for (int i = 0; i < count; i++)
        sum = __hadd(sum, intensity[s * count + i]);
    mean[s] = __half2float(sum) / count;
}
