// fpcheck: fractions <<<1, 32>>> m=[1.5e38,2e37,5e37,1e36] f=empty:4 total=2.21e38 n=4 --ref f=m/total --tol rtol=1e-4,atol=0
// expect: error underflow at line 10
// why: __fdividef gives 0 for divisors between 2^126 and 2^128; the total is 2.21e38, so every fraction is 0
// figure: f[0]: computed 0, MPFR 0.678733
// Fractions of a cluster's mass (grams are awkward, but that is how the catalogue has them).
__global__ void fractions(const float *m, float *f, float total, int n)
{
    int i = threadIdx.x;
    if (i < n)
        f[i] = __fdividef(m[i], total);
}
