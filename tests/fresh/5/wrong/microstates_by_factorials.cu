// fpcheck: microstates <<<1, 32>>> n=[5,10,20,36,40] k=[2,5,10,18,20] w=empty:5 count=5 want=[10,252,184756,9075135300,137846528820] ref=w=want --tol rtol=1e-4,atol=0
// expect: error overflow at line 7: 35! is beyond binary32, so the quotient of factorials is infinite
__device__ float factorial(int n)
{
    float f = 1.0f;
    for (int i = 2; i <= n; i++)
        f *= (float)i;
    return f;
}

__global__ void microstates(const int *n, const int *k, float *w, int count)
{
    int i = threadIdx.x;
    if (i < count)
        w[i] = factorial(n[i]) / factorial(k[i]) / factorial(n[i] - k[i]);
}
