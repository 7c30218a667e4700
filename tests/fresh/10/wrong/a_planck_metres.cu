// fpcheck: planck <<<1, 32>>> lambda=[2.0e-9,3.0e-9,5.0e-9,1.2e-8,1.0e-7,5.0e-7] temperature=[2.0e6,1.0e6,8.0e5,2.0e5,4.0e4,5772.0] radiance=empty:6 n=6
// expect: error underflow at line 12
// why: the fifth power of a wavelength of some nanometres in metres is subnormal with five to eight bits left
// figure: radiance[0]: computed 1.04137155e+26, MPFR 1.04885236e+26
// Planck's law for stellar coronae and photospheres, SI units: W sr^-1 m^-3.
#define C1 1.1910430e-16f   /* 2 h c^2 */
#define C2 1.4387769e-2f    /* h c / k */

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
