// fpcheck: planck <<<1, 32>>> lambda=[2.0,3.0,5.0,12.0,100.0,500.0] temperature=[2.0e6,1.0e6,8.0e5,2.0e5,4.0e4,5772.0] radiance=empty:6 n=6
// expect: ok
// why: wavelengths in nanometres keep the fifth power normal; the large first constant stays in range
// figure: radiance[0]: computed 1.04885232e+17, MPFR 1.04885227e+17 (largest relative error 1.7e-07)
// Planck's law for stellar coronae and photospheres, wavelengths in nm, W sr^-1 m^-2 nm^-1.
#define C1 1.1910430e20f    /* 2 h c^2 in W m^-2 nm^4 */
#define C2 1.4387769e7f     /* h c / k in nm K */

__device__ float fifth_power(float x)
{
    float x2 = x * x;
    return x2 * x2 * x;
}

__device__ float planck_law(float lambda, float t)
{
    float x = C2 / (lambda * t);
    return C1 / fifth_power(lambda) / expm1f(x);
}

__global__ void planck(const float *lambda, const float *temperature, float *radiance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        radiance[i] = planck_law(lambda[i], temperature[i]);
}
