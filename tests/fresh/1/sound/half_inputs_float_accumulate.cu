// fpcheck: band_power <<<4, 32>>> re=uniform(0.5,1):4x512:f16 im=uniform(0.5,1):4x512:f16 power=empty:4 m=512 --ref power=sum(re*re+im*im,1) --tol rtol=1e-4,atol=0
// expect: ok
#include <cuda_fp16.h>
__global__ void band_power(const __half* re, const __half* im, float* power, int m)
{
    float s = 0.0f;
    for (int j = threadIdx.x; j < m; j += 32) {
        float a = __half2float(re[blockIdx.x * m + j]);
        float b = __half2float(im[blockIdx.x * m + j]);
        s = fmaf(a, a, s);
        s = fmaf(b, b, s);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0) power[blockIdx.x] = s;
}
