// fpcheck: mean_exposure <<<1, 32>>> frame=const(1.25):4x4096 mean=empty:4 rows=4 n=4096 ref=mean=sum(frame,1)/4096 --tol rtol=1e-2,atol=0
// expect: error absorbed at line 12
// why: the sum is kept in a half: from 4096 on a half steps by 4 and 1.25 no longer moves it
// figure: computed 1, MPFR 1.25 (mean[0])
#include <cuda_fp16.h>

// Mean exposure of frames that are stored in half precision, one thread a frame.
__device__ __half total(const __half *p, int n)
{
    __half sum = __float2half(0.0f);
    for (int i = 0; i < n; i++)
        sum = __hadd(sum, p[i]);
    return sum;
}

__global__ void mean_exposure(const __half *frame, float *mean, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        mean[r] = __half2float(total(frame + r * n, n)) / (float)n;
}
