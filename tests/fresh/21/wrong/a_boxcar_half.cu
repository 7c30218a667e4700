// fpcheck: boxcar <<<1, 4>>> x=ones:4099:f16 taps=const(0.5):4096:f16 y=empty:4:f32 n=4096 want=[2048,2048,2048,2048] ref=y=want --tol rtol=1e-3,atol=0
// expect: error accumulator too narrow at line 12
// why: 4096 products are summed in binary16: at 1024 the spacing is 1 and half a unit is rounded away
// figure: y[0] computed 1024, MPFR 2048
#include <cuda_fp16.h>
// Integrate-and-dump filter before the demodulator.
__global__ void boxcar(const __half *x, const __half *taps, float *y, int n)
{
    int i = threadIdx.x;
    __half sum = __float2half(0.0f);
    for (int k = 0; k < n; k++)
        sum = __hfma(x[i + k], taps[k], sum);
    y[i] = __half2float(sum);
}
