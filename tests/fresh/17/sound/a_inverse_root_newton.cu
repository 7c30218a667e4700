// fpcheck: shading<<<1, 32>>> x=[0.009999999776482582,0.5,1.0,2.0,3.141590118408203,100.0,12345.677734375,9.999999974752427e-07,700000000.0] scale=empty:9 n=9 ref=scale=1/sqrt(x) --tol rtol=1e-6,atol=0
// expect: ok
// why: the shift of exponent bits is 3 % off, four Newton steps bring it to an ulp
// figure: largest relative error 8.94069672e-08 against 1e-6
#include <cuda_runtime.h>

// the old trick, then Newton until float is exhausted
__device__ inline float inverse_root(float x)
{
    float y = __uint_as_float(0x5f3759dfu - (__float_as_uint(x) >> 1));
    float h = 0.5f * x;
    for (int k = 0; k < 4; k++)
        y = y * fmaf(-h * y, y, 1.5f);
    return y;
}

__global__ void shading(const float *x, float *scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scale[i] = inverse_root(x[i]);
}
