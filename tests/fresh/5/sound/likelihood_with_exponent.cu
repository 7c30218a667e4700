// fpcheck: log_likelihood <<<1, 32>>> p=uniform(0.05,0.3):4x64 ll=empty:4 rows=4 n=64 ref=ll=sum(log(p),1) --tol rtol=1e-5,atol=0
// expect: ok
// Product of probabilities as a mantissa and an integer exponent, renormalised by its bits: exact apart from the products.
__global__ void log_likelihood(const float *p, float *ll, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float mantissa = 1.0f;
    int exponent = 0;
    for (int j = 0; j < n; j++) {
        mantissa *= p[r * n + j];
        unsigned u = __float_as_uint(mantissa);
        int e = (int)(u >> 23) - 127;
        exponent += e;
        mantissa = __uint_as_float(u - ((unsigned)e << 23));
    }
    ll[r] = logf(mantissa) + (float)exponent * 0.693147181f;
}
