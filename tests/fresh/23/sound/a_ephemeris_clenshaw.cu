// fpcheck: ephemeris <<<1, 32>>> c=[0.5,-0.25,0.125,0.03125,-0.015625] x=[-1.0,-0.6,0.05,0.3,0.999,1.0] y=empty:6 degree=4 n=6 want=[0.828125,0.65742501313090318,0.3431398435224779,0.29236249882578856,0.39034375399584269,0.390625] --ref y=want --tol rtol=2e-6,atol=1e-6
// expect: ok
// why: Clenshaw with subtractions of the two last terms, right up to the ends of the interval for decaying coefficients
// figure: MPFR y[4] = 0.390343754; error about 1e-7 of 1e-6 allowed
// A Chebyshev series of an ephemeris, x in [-1, 1].
__device__ float clenshaw(const float *c, int degree, float x)
{
    float b1 = 0.0f, b2 = 0.0f;
    float two = 2.0f * x;
    for (int k = degree; k > 0; k--) {
        float b = fmaf(two, b1, c[k] - b2);
        b2 = b1;
        b1 = b;
    }
    return fmaf(x, b1, c[0] - b2);
}

__global__ void ephemeris(const float *c, const float *x, float *y, int degree, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = clenshaw(c, degree, x[i]);
}
