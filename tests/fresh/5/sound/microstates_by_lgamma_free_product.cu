// fpcheck: microstates <<<1, 32>>> n=[5,10,20,36,40] k=[2,5,10,18,20] w=empty:5 count=5 want=[10,252,184756,9075135300,137846528820] ref=w=want --tol rtol=1e-4,atol=0
// expect: ok
__global__ void microstates(const int *n, const int *k, float *w, int count)
{
    int i = threadIdx.x;
    if (i >= count)
        return;
    float c = 1.0f;
    for (int j = 1; j <= k[i]; j++)
        c *= (float)(n[i] - k[i] + j) / (float)j;
    w[i] = c;
}
