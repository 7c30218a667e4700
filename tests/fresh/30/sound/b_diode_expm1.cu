// fpcheck: diode <<<1, 32>>> x=[-20.0,-1.0,-0.00999999978,-9.99999975e-06,9.99999972e-10,3.00000011e-07,0.0199999996,0.600000024,25.0] current=empty:9 saturation=1e-12 n=9 want=[-9.99999994e-13,-6.32120556e-13,-9.95016599e-15,-9.99994971e-18,9.99999968e-22,3.00000054e-19,2.02013395e-14,8.22118841e-13,0.072004899] ref=current=want --tol rtol=3e-6,atol=0
// expect: ok
// why: u - 1 with u = exp(x) near 1 cancels, but x / log(u) is off by the same factor the other way (Kahan): the product is good to a few ulps; the two equalities catch what is left
// figure: current[5]: computed 3.00000107e-19, MPFR 3.00000054e-19 (worst relative error 1.7e-07)
#include <cuda_runtime.h>

__device__ float exp_minus_one(float x)
{
    float u = expf(x);
    if (u == 1.0f)
        return x;
    float d = u - 1.0f;
    if (d == -1.0f)
        return -1.0f;
    return d * (x / logf(u));
}

// Shockley's equation; x is the voltage over n kT/q.
__global__ void diode(const float *x, float *current, float saturation, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        current[i] = saturation * exp_minus_one(x[i]);
}
