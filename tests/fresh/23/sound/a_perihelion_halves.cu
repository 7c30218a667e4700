// fpcheck: perihelion_halves <<<1, 32>>> a=[1.5e11,1.5e11,2e11,1e11] e=[0.999999,0.9999995,0.999999,0.5] E=[1e-3,5e-4,2e-3,1.0] r=empty:4 n=4
// expect: ok
// why: 1 - e cos E as (1 - e) + 2 e sin^2(E/2): 1 - e is exact beside one, and both terms are positive
// figure: computed r[0] = 226991.75, MPFR 226991.758: relative error 3.6e-08
__global__ void perihelion_halves(const float *a, const float *e, const float *E, float *r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float s = sinf(0.5f * E[i]);
    float gap = 1.0f - e[i];
    r[i] = a[i] * (gap + 2.0f * e[i] * s * s);
}
