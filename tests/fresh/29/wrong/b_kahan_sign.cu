// fpcheck: kahan_rows <<<1, 32>>> x=@b_kahan_x.npy out=empty:2 rows=2 n=1001 want=[33555432.0,33556432.0] --ref 'out=want' --tol rtol=1e-6,atol=0
// expect: error absorbed at line 10
// why: the compensation is added instead of subtracted: what a step loses is lost twice
// figure: out[0] computed 33554432, MPFR 33555432.0
#include <cuda_runtime.h>

// Row sums with Kahan's compensation, one thread per row.
__device__ __forceinline__ void kahan_add(float &sum, float &c, float value)
{
    float y = value + c;
    float t = sum + y;
    c = (t - sum) - y;
    sum = t;
}

__global__ void kahan_rows(const float *__restrict__ x, float *__restrict__ out, int rows, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    float c = 0.0f;
    for (int i = 0; i < n; i++)
        kahan_add(sum, c, x[row * n + i]);
    out[row] = sum;
}
