// fpcheck: gelu <<<1, 32>>> x=[-5,-4.25,-3,-2,-1,-0.00999999978,0,0.5,2,5] y=empty:10 n=10 want=[-1.4332578593959695e-06,-4.542623454347129e-05,-0.0040496940948902835,-0.04550026389635842,-0.15865525393145705,-0.004960106326878326,0.0,0.34573123063700656,1.9544997361036416,4.999998566742141] ref=y=want --tol rtol=2e-5,atol=0
// expect: ok
// why: the exact GELU by erfc: 1 + erf(x) would cancel for negative x, erfc of a positive number keeps the tail
// figure: x = -5: rounding of the argument is magnified 25 times, about 3e-6 of 2e-5
__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * normal_cdf(x[i]);
}
