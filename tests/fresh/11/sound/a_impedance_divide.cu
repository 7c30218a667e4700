// fpcheck: divide <<<1, 32>>> ar=[1,3e30,1e-30,5,2e20] ai=[2,4e30,2e-30,0,1e20] br=[3,1e30,3e-30,0,3e20] bi=[4,2e30,-4e-30,2,1] cr=empty:5 ci=empty:5 n=5
// expect: ok
// why: squares of 1e30 and 1e-30 would overflow and vanish, but the divisor is scaled by a power of two first, and the quotient by the same power after
// figure: c[1]: computed 2.20000005 -0.399999976i, MPFR 2.2 -0.4i; largest relative error 3.8e-08
// Quotients of complex impedances.
__global__ void divide(const float *ar, const float *ai, const float *br, const float *bi, float *cr, float *ci, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int e = ilogbf(fmaxf(fabsf(br[i]), fabsf(bi[i])));
    float x = scalbnf(br[i], -e), y = scalbnf(bi[i], -e);
    float a = scalbnf(ar[i], -e), b = scalbnf(ai[i], -e);
    float q = 1.0f / (x * x + y * y);
    cr[i] = (a * x + b * y) * q;
    ci[i] = (b * x - a * y) * q;
}
