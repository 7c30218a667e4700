// fpcheck: upper_tail <<<1, 32>>> z=[0.5,2.0,4.5,7.25,11.0,-3.0] p=empty:6 n=6 want=[0.3085375387259869,0.02275013194817921,3.3976731247300603e-06,2.0838581586720695e-13,1.9106595744986757e-28,0.9986501019683699] ref=p=want --tol rtol=1e-4,atol=0
// expect: ok
// why: tails down to 1e-28 look as if 1 - cdf must lose them: erfc has them with a small relative error, its argument costs z^2 half ulps
// figure: p[4] 1.91066e-28: error below 1e-5 relative, allowed 1e-4
// One-sided p-values of standard normal scores.
__global__ void upper_tail(const float *z, float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = 0.5f * erfcf(z[i] * 0.70710678118654752f);
}
