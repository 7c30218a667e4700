// fpcheck: bond_value <<<1, 4>>> per_year=@a_bond_counted_per_year.npy years=@a_bond_counted_years.npy value=empty:4 rate=0.05 coupon=3 --ref 'value=@a_bond_counted_value_ref.npy' --tol rtol=1e-6
// expect: ok
// why: the coupon dates are k / per_year of an integer k, so 0.1 and 1/12 do not accumulate; the discount of the next date is one expf each
// figure: value[0] computed 147.438675, MPFR 147.4386659 (error 0.061 of the tolerance)
#include <cuda_runtime.h>
template <typename T> __device__ T present_value(T rate, int per_year, int years, T coupon)
{
    T sum = 0;
    for (int k = per_year * years; k > 0; --k) {
        T t = (T)k / (T)per_year;
        sum += coupon * exp(-rate * t);
    }
    return sum + (T)100 * exp(-rate * (T)years);
}

__global__ void bond_value(const int* per_year, const int* years, float* value, float rate, float coupon)
{
    int i = threadIdx.x;
    value[i] = present_value<float>(rate, per_year[i], years[i], coupon);
}
