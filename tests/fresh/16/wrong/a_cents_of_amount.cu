// fpcheck: to_cents <<<1, 32>>> amount=[19.99, 0.05, 1234.56, 7.0, 99.95, 3.14] cents=empty:6 n=6 --ref cents=@a_cents_of_amount.npy
// expect: error conversion at line 10
// why: the cast binds before the multiplication: the fraction is cut off first, and 19.99 becomes 1900 cents
// figure: computed cents = [1900, 0, 123400, 700, 9900, 300], MPFR [1999, 5, 123456, 700, 9995, 314]
// Amounts of a ledger in cents.
__global__ void to_cents(const double *amount, long long *cents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cents[i] = (long long)(amount[i] + 0.005) * 100;
}
