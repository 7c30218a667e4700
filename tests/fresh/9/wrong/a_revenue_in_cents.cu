// fpcheck: revenue<<<1, 32>>> price=[0.29,0.57,0.58,1.13,1.14,2.01,4.35,19.99] quantity=[100,100,50,10,200,7,30,1] cents=empty:8 n=8 want=[2900,5700,2900,1130,22800,1407,13050,1999] ref=cents=want --tol bitwise
// expect: error float to integer conversion truncates (off by one) at line 8
// why: 0.29 * 100 is 28.999999999999996 in binary64 and is cut to 28 cents
// figure: computed 2800, MPFR 2900 (cents[0])
// Line items to integer cents, so that the sums are exact.
__device__ __forceinline__ long long to_cents(double price)
{
    return (long long)(price * 100.0);
}

__global__ void revenue(const double *price, const int *quantity, long long *cents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cents[i] = to_cents(price[i]) * quantity[i];
}
