// fpcheck: legendre <<<1, 64>>> x=[-1.0,-0.75,-0.3,0.125,0.5,0.9,1.0,0.0625] p=empty:8 n=8 degree=12 want=[1.0,-0.103744771855,-0.181002157618,0.000666534907495,0.233752965927,0.0407489444902,1.0,0.160149875889] ref=p=want --tol rtol=1e-5,atol=2e-6
// expect: ok
// why: a three-term recurrence with a subtraction in every step; inside [-1, 1] it is stable, errors grow only slowly with the degree
// figure: error 2.1e-8 absolute, the largest at p, tolerance 2e-6 + 1e-5 relative
__global__ void legendre(const float *x, float *p, int n, int degree)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float before = 1.0f, now = x[i];
    for (int k = 1; k < degree; k++) {
        float next = ((float)(2 * k + 1) * x[i] * now - (float)k * before) / (float)(k + 1);
        before = now;
        now = next;
    }
    p[i] = degree == 0 ? 1.0f : now;
}
