// fpcheck: sum_rows <<<1, 32>>> x=@b_kahan_cancelled_by_hand_x.npy y=empty:4 rows=4 n=256 --ref 'y=sum(x, 1)' --tol 2ulp
// expect: error compensated sum broken by reordering at line 11
// why: (t - sum) - y was reordered to t - (sum + y), which is always 0: the sum is a plain one and loses every small entry beside 1e8
// figure: y[3] computed 100000000, exact 100000638
#include <cuda_runtime.h>
// Compensated sums of ledger rows, one row a thread.
__device__ void add(float& sum, float& comp, float x)
{
    const float y = x - comp;
    const float t = sum + y;
    comp = t - (sum + y);
    sum = t;
}
__global__ void sum_rows(const float* __restrict__ x, float* y, int rows, int n)
{
    const int r = threadIdx.x;
    if (r >= rows) return;
    float s = 0.0f, c = 0.0f;
    for (int i = 0; i < n; ++i) add(s, c, x[r * n + i]);
    y[r] = s;
}
