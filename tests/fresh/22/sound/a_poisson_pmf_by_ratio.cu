// fpcheck: pmf <<<1, 32>>> lambda=[3.0,25.0,12.5,60.0,0.25] k=[2,30,12,50,4] p=empty:5 n=5 want=[0.224041807655,0.0454127851301,0.113214530068,0.0232711975283,0.000126757939953] ref=p=want --tol rtol=1e-5,atol=0
// expect: ok
// why: lambda^k, e^-lambda and k! are never formed apart; the product of ratios starts at e^-lambda, which is 1e-26 at 60 and in range
// figure: error 3.8e-7 relative, the largest at p, tolerance 1e-5
// Claim number probabilities.
__global__ void pmf(const float *lambda, const int *k, float *p, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float v = expf(-lambda[i]);
    for (int j = 1; j <= k[i]; j++)
        v *= lambda[i] / (float)j;
    p[i] = v;
}
