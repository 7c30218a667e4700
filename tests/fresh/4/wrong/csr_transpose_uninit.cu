// fpcheck: spmv_t <<<1, 32>>> rowptr=[0,2,3,5,6] col=[0,2,1,0,3,2] val=[1.5,2.0,-1.0,0.5,3.0,4.0] x=[1,2,3,4] y=empty:4 rows=4 want=[3.0,-2.0,18.0,9.0]:f32 ref=y=want
// expect: error uninitialised at line 13: y is accumulated into by atomics and never cleared
#include <cuda_runtime.h>

// y = A^T x, A in CSR, one thread a row
__global__ void spmv_t(const int* rowptr, const int* col, const float* val, const float* x, float* y, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float xr = x[r];
    for (int k = rowptr[r]; k < rowptr[r + 1]; ++k)
        atomicAdd(&y[col[k]], val[k] * xr);
}
