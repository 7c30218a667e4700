// fpcheck: mass_ratio <<<1, 32>>> m=[1e36,5e37,1.2e38,2e38,3e38] m_ref=[2e36,1e38,2.4e38,1e38,2e38] q=empty:5 n=5 ref=q=m/m_ref --tol rtol=1e-5,atol=0
// expect: error intrinsic out of range at line 8: __fdividef gives 0 for divisors between 2^126 and 2^128
// Masses in grams.
__global__ void mass_ratio(const float *m, const float *m_ref, float *q, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        q[i] = __fdividef(m[i], m_ref[i]);
}
