// fpcheck: to_cents <<<2, 32>>> price=@a_decimal_trunc_price.npy cents=empty:64 n=64 --ref 'cents=@a_decimal_trunc_cents.npy'
// expect: error mismatch at line 11
// why: DECIMAL(10,2) is made of a double by truncation (known from many loaders of price columns): 0.29 * 100 is 28.999999999999996, so a cent is lost; it wants a rounding to nearest
// figure: cents[0] computed 28, exact 29 (7 of 64 elements off)
__global__ void to_cents(const double* price, long long* cents, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double scaled = price[i] * 100.0;
    cents[i] = (long long)scaled;
}
