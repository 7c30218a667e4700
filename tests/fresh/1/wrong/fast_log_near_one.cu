// fpcheck: kl_terms <<<1, 32>>> p=uniform(0.1,0.9):32 eps=[1e-5,2e-5,-1e-5,3e-5,-2e-5,4e-5,1e-5,-3e-5,2e-5,5e-5,-4e-5,1e-5,2e-5,-5e-5,3e-5,-1e-5,1e-5,2e-5,-1e-5,3e-5,-2e-5,4e-5,1e-5,-3e-5,2e-5,5e-5,-4e-5,1e-5,2e-5,-5e-5,3e-5,-1e-5] term=empty:32 n=32 --ref term=p*log1p(eps) --tol rtol=1e-3,atol=0
// expect: error fast-math range at line 8: __logf has an absolute error of 2^-21 around 1, where the logarithm is 1e-5 (and 1 + eps was rounded)
__global__ void kl_terms(const float* p, const float* eps, float* term, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float ratio = 1.0f + eps[i];
    term[i] = p[i] * __logf(ratio);
}
