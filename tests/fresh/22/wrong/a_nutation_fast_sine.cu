// fpcheck: nutation <<<1, 32>>> x=[1000000.5,250000.25,3000000.0,0.75,-800000.125] s=empty:5 n=5 ref=s=sin(x) --tol rtol=1e-4,atol=1e-4
// expect: error range at line 9
// why: __sinf does not reduce its argument; its error grows with it and is of the order of 0.1 at a million radians
// figure: computed about -0.9239 at s[2] (phase in turns rounded to a float), MPFR -0.87849
__global__ void nutation(const float *x, float *s, int n)
{
    int i = threadIdx.x;
    if (i < n)
        s[i] = __sinf(x[i]);
}
