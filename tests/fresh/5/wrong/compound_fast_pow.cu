// fpcheck: compound <<<1, 32>>> growth=[1.00001,1.000003,1.0000175,1.000007,1.0000123,1.0000041] capital=empty:6 periods=1000000 n=6 ref=capital=exp(1000000*log(growth)) --tol rtol=1e-3,atol=0
// expect: error intrinsic out of range at line 7: __powf takes lg2 of a number near 1 with an absolute error of 2^-22, times a million periods
__global__ void compound(const float *growth, float *capital, float periods, int n)
{
    int i = threadIdx.x;
    if (i < n)
        capital[i] = __powf(growth[i], periods);
}
