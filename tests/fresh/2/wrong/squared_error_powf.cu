// fpcheck: mean_squared_error <<<1, 32>>> a=[1,2,3,4,5,6,7,8] b=[1.5,1,3.25,3,5.5,5,7.5,7] mse=empty:1 n=8 ref=mean((a-b)*(a-b)) --tol rtol=1e-5
// expect: error fast-math intrinsic outside its range at line 12: __powf(x, 2) is exp2(2 log2(x)), which is NaN for a negative difference
// Mean squared error between a rendered and a reference scan line.
#include <cuda_runtime.h>

__global__ void mean_squared_error(const float* __restrict__ a, const float* __restrict__ b,
                                   float* __restrict__ mse, int n)
{
    float acc = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float diff = a[i] - b[i];
        acc += __powf(diff, 2.0f);
    }
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (threadIdx.x == 0)
        mse[0] = acc / (float)n;
}
