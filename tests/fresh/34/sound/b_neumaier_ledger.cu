// fpcheck: sum_rows <<<1, 32>>> x=@b_neumaier_ledger_x.npy y=empty:4 rows=4 n=128 --ref 'y=sum(x, 1)' --tol 2ulp
// expect: ok
// why: entries of 1e8 and 3e9 come and go and small ones are absorbed on the way: what is lost is added at the end
// figure: y[1] computed 62.4961243, exact 62.4961197 (error 4.6e-06, 0.37 of the tolerance; worst of 4)
#include <cuda_runtime.h>
// Neumaier's sum: the smaller operand's lost part is kept, also where an entry is larger than the sum.
__device__ void add(float& sum, float& lost, float x)
{
    const float t = __fadd_rn(sum, x);
    if (fabsf(sum) >= fabsf(x))
        lost = __fadd_rn(lost, __fadd_rn(__fsub_rn(sum, t), x));
    else
        lost = __fadd_rn(lost, __fadd_rn(__fsub_rn(x, t), sum));
    sum = t;
}
__global__ void sum_rows(const float* __restrict__ x, float* y, int rows, int n)
{
    const int r = threadIdx.x;
    if (r >= rows) return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) add(s, c, x[r * n + i]);
    y[r] = __fadd_rn(s, c);
}
