// fpcheck: spmv <<<1, 32>>> rowptr=[0,2,3,5,6] col=[0,2,1,0,3,2] val=[1.5,2.0,-1.0,0.5,3.0,4.0] x=[1,2,3,4] y=empty:4 rows=4 want=[7.5,-2.0,12.5,12.0]:f32 ref=y=want --tol rtol=1e-6,atol=0
// expect: ok
#include <cuda_runtime.h>

// eight lanes a row, shuffles within the subgroup
__global__ void spmv(const int* rowptr, const int* col, const float* val, const float* x, float* y, int rows)
{
    int r = threadIdx.x >> 3, l = threadIdx.x & 7;
    float s = 0.0f;
    if (r < rows)
        for (int k = rowptr[r] + l; k < rowptr[r + 1]; k += 8)
            s = fmaf(val[k], x[col[k]], s);
    for (int o = 4; o > 0; o >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, o, 8);
    if (l == 0 && r < rows)
        y[r] = s;
}
