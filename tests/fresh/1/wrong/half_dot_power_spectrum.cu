// fpcheck: band_power <<<4, 32>>> re=uniform(0.5,1):4x2048:f16 im=uniform(0.5,1):4x2048:f16 power=empty:4 m=2048 --ref power=sum(re*re+im*im,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 17: sixty-four terms of about 1 a lane are kept in 11 bits, the warp's sum passes 2048 with steps of 2
#include <cuda_fp16.h>
__global__ void band_power(const __half* __restrict__ re, const __half* __restrict__ im, float* power, int m)
{
    const int lane = threadIdx.x;
    const __half* r = re + (size_t)blockIdx.x * m;
    const __half* q = im + (size_t)blockIdx.x * m;
    __shared__ __half acc;
    if (lane == 0) acc = __float2half(0.0f);
    __syncwarp();
    for (int l = 0; l < 32; ++l) {
        if (lane == l) {
            __half s = acc;
            for (int j = lane; j < m; j += 32) {
                s = __hfma(r[j], r[j], s);
                s = __hfma(q[j], q[j], s);
            }
            acc = s;
        }
        __syncwarp();
    }
    if (lane == 0) power[blockIdx.x] = __half2float(acc);
}
