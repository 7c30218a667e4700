// fpcheck: sequence_loss <<<1, 32>>> nll=uniform(0.5,0.95):4x4096 loss=empty:4 n=4096 rows=4 ref=loss=sum(nll,1)/4096 --tol rtol=1e-2,atol=0
// expect: error absorbed at line 15
// why: the sum of 4096 token losses is kept in a half, whose spacing at 2048 is 2: the sum stands still there
// figure: computed 0.5, MPFR 0.725707531 (a row of uniform(0.5,0.95); the sum stops at 2048)
#include <cuda_fp16.h>

__global__ void sequence_loss(const float *nll, float *loss, int n, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    __half sum = __float2half(0.0f);
    const float *mine = nll + (size_t)row * n;
    for (int t = 0; t < n; t++)
        sum = __hadd(sum, __float2half(mine[t]));
    loss[row] = __half2float(sum) / (float)n;
}
