// fpcheck: flux <<<1, 32>>> a=[0,1,2,-1] b=[1,2,3,0] f=empty:4 n=4 --ref f=exp(b)-exp(a) --tol rtol=1e-5,atol=0
// expect: error mismatch at line 13
// why: the node of three-point Gauss-Legendre quadrature is sqrt(3/5) = 0.7745967; two digits are swapped in 0.7754967, so the rule is not even exact for a parabola
// figure: f[0]: computed 1.71844477, MPFR 1.71828183 (with the right node 1.718281)
// Integral of a source term over the cells of a finite volume scheme.
__device__ float source(float x)
{
    return expf(x);
}

__device__ float gauss3(float a, float b)
{
    const float node = 0.7754967f;
    float m = 0.5f * (a + b), h = 0.5f * (b - a);
    float outer = source(m - node * h) + source(m + node * h);
    return h * (0.55555556f * outer + 0.88888889f * source(m));
}

__global__ void flux(const float *a, const float *b, float *f, int n)
{
    int i = threadIdx.x;
    if (i < n)
        f[i] = gauss3(a[i], b[i]);
}
