// fpcheck: planck <<<1, 32>>> x=[1e-04,0.01,0.5,3.0,20.0,60.0,80.0,140.0] radiance=empty:8 n=8 want=[9.999499503128736e-09,9.950082889504924e-05,0.19268676031709978,1.4146838052639108,1.6489229013495295e-05,1.8914063247424485e-21,9.240839105768526e-30,4.3366726453907936e-55] ref=radiance=want --tol rtol=4e-6,atol=1e-44
// expect: ok
// why: exp overflows in the far tail and exp(x) - 1 would cancel near zero, but expm1 takes the one and x^3 exp(-x) the other, where 1 is no more to be seen
// figure: radiance[6] computed 9.24083983e-30, MPFR 9.24083910577e-30; error 7.2e-37 of 3.7e-35 allowed
// Planck's law in reduced frequency x = h nu / k T.
__device__ float rayleigh_to_wien(float x)
{
    float cube = x * x * x;
    if (x > 30.0f)
        return cube * expf(-x);
    return cube / expm1f(x);
}

__global__ void planck(const float *x, float *radiance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        radiance[i] = rayleigh_to_wien(x[i]);
}
