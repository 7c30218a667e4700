// fpcheck: decode <<<4, 32>>> code=uniform(-4,4):128:e4m3fn scale=[0.001,2.5,100.0,0.0625] trace=empty:128 energy=empty:4 n=128
// expect: ok
// why: eight-bit floats are widened exactly and scaled in float; the energy adds squares, so nothing cancels
// figure: error of one product and 32 sums of positive terms, below 3e-7 relative at energy[0], allowance 16 ulp, about 1e-6
#include <cuda_fp8.h>

// Seismic traces kept in e4m3, 32 samples with one scale.
__global__ void decode(const __nv_fp8_e4m3 *code, const float *scale, float *trace, float *energy, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float v = i < n ? (float)code[i] * scale[blockIdx.x] : 0.0f;
    if (i < n)
        trace[i] = v;
    float e = v * v;
    for (int d = 16; d > 0; d >>= 1)
        e += __shfl_down_sync(0xffffffffu, e, d);
    if (threadIdx.x == 0)
        energy[blockIdx.x] = e;
}
