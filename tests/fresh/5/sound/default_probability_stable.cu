// fpcheck: default_probability <<<1, 32>>> score=[-80,-30,-1,0,2,40,88,89,95,300] p=empty:10 n=10 ref=p=1/(1+exp(-score)) --tol rtol=1e-4,atol=0
// expect: ok
__global__ void default_probability(const float *score, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = score[i];
    float e = expf(-fabsf(z));
    p[i] = (z >= 0.0f ? 1.0f : e) / (1.0f + e);
}
