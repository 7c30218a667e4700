// fpcheck: log_likelihood <<<1, 32>>> p=uniform(0.05,0.3):4x80 ll=empty:4 rows=4 n=80 ref=ll=sum(log(p),1) --tol rtol=1e-4,atol=0
// expect: error underflow at line 10: a product of 80 probabilities about 0.17 is 1e-64: zero in binary32, whose logarithm is -inf
__global__ void log_likelihood(const float *p, float *ll, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float product = 1.0f;
    for (int j = 0; j < n; j++)
        product *= p[r * n + j];
    ll[r] = logf(product);
}
