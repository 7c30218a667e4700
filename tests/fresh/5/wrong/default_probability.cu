// fpcheck: default_probability <<<1, 32>>> score=[-120,-30,-1,0,2,40,88,89,95,300] p=empty:10 n=10 ref=p=1/(1+exp(-score)) --tol rtol=1e-4,atol=1e-6
// expect: error NaN swallowed by max at line 6: exp(89) is infinite, inf/inf NaN, and the worst credits get probability 0
__device__ float logistic(float z)
{
    float e = expf(z);
    return e / (1.0f + e);
}

__global__ void default_probability(const float *score, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = fmaxf(logistic(score[i]), 1e-7f);
}
