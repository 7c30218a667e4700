// fpcheck: rms_norm_rows <<<1, 32>>> x=uniform(2,4):32x512 w=ones:512 y=empty:32x512 width=512 eps=1e-6
// expect: error accumulator at line 10
// why: the sum of 512 squares near 9 runs in half: at 2048 an ulp is 2, at 4096 it is 4, and the rounding of each addition piles up (the total is 4800)
// figure: computed sum 4784.0, MPFR 4793.6637 (a random row): y is off by 0.001 relative
#include <cuda_fp16.h>
__device__ float inverse_rms(const __half *row, int width, float eps)
{
    __half sum = __float2half(0.0f);
    for (int j = 0; j < width; j++)
        sum = __hfma(row[j], row[j], sum);
    return rsqrtf(__half2float(sum) / (float)width + eps);
}

__global__ void rms_norm_rows(const __half *x, const float *w, float *y, int width, float eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float r = inverse_rms(x + row * width, width, eps);
    for (int j = 0; j < width; j++)
        y[row * width + j] = __half2float(x[row * width + j]) * r * w[j];
}
