// fpcheck: modmul<<<1, 32>>> a=[4503599627370448.0,123456789012345.0,3999999999999999.0,2.0,0.0,2251799813685248.0]:f64 b=[4503599627370447.0,987654321098765.0,4444444444444444.0,3.0,17.0,3.0]:f64 r=empty:6 p=4503599627370449.0 n=6 want=[2.0,3140632453502164.0,2313691177809113.0,6.0,0.0,2251799813685295.0] ref=r=want --tol rtol=0,atol=0
// expect: ok
// why: a product of 104 bits in doubles: fma gives the low half exactly, the quotient is off by at most one and corrected, all that is kept is below 2^53
// figure: computed r[0] = 2, MPFR 2; error 0
// a * b mod p for a prime below 2^52, integers kept in binary64 (as in number-theoretic transforms).
__device__ double mulmod(double a, double b, double p)
{
    double h = __dmul_rn(a, b);
    double l = fma(a, b, -h);
    double q = floor(h / p);
    double d = fma(-q, p, h);
    double r = d + l;
    if (r >= p)
        r -= p;
    if (r < 0.0)
        r += p;
    return r;
}

__global__ void modmul(const double *a, const double *b, double *r, double p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        r[i] = mulmod(a[i], b[i], p);
}
