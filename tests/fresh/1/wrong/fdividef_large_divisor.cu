// fpcheck: normalise <<<1, 8>>> num=[1e38,2e38,3e38,1.5e38,2.5e38,1e37,2e37,3e38] den=[1.2e38,2.5e38,3.2e38,9e37,3e38,1e38,2e38,1e38] q=empty:8 n=8 --ref q=num/den --tol rtol=1e-5,atol=0
// expect: error fast-math range at line 7: __fdividef returns 0 where the divisor is between 2^126 and 2^128
__global__ void normalise(const float* num, const float* den, float* q, int n)
{
    int i = threadIdx.x;
    if (i < n)
        q[i] = __fdividef(num[i], den[i]);
}
