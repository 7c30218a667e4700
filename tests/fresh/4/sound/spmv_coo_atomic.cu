// fpcheck: clear <<<1, 32>>> y=empty:4 n=4
// fpcheck+ spmv_coo <<<1, 32>>> row=[0,0,1,2,2,3] col=[0,2,1,0,3,2] val=[1.5,2.0,-1.0,0.5,3.0,4.0] x=[1,2,3,4] y=y nnz=6 want=[7.5,-2.0,12.5,12.0]:f32 ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void clear(float* y, int n)
{
    if (threadIdx.x < n)
        y[threadIdx.x] = 0.0f;
}

__global__ void spmv_coo(const int* row, const int* col, const float* val, const float* x, float* y, int nnz)
{
    int k = threadIdx.x;
    if (k < nnz)
        atomicAdd(&y[row[k]], val[k] * x[col[k]]);
}
