// fpcheck: notional <<<1, 32>>> price=@b_price_to_ticks_before_scale_p.npy lots=@b_price_to_ticks_before_scale_l.npy cents=empty:32 n=32 --ref cents=@b_price_to_ticks_before_scale_ref_cents.npy --tol bitwise
// expect: error rounding order (cast before scale) at line 9
// why: the price is rounded to a whole unit before it is scaled by 100, so the cents are lost
// figure: cents[7] computed 3200, exact 3504
#include <cuda_runtime.h>
// Order books count in cents: price in units of the currency -> integer cents, times lots.
__device__ long long to_cents(double price)
{
    return (long long)__double2int_rn(price) * 100;
}
__global__ void notional(const double* __restrict__ price, const int* __restrict__ lots, long long* cents, int n)
{
    const int i = threadIdx.x;
    if (i < n) cents[i] = to_cents(price[i]) * lots[i];
}
