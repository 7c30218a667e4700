// fpcheck: planck_shape <<<1, 32>>> wavenumber=[0.01,1.0,100.0,2000.0,6000.0] temperature=[3000.0,300.0,5800.0,5800.0,400.0] b=empty:5 n=5
// expect: ok
// why: exp(x) - 1 for x = 5e-6 by expm1, and beyond x = 80 zero stands for less than 1e-34
// figure: b[0]: MPFR 0.20850991 (x = 4.796e-6); expm1f errs by an ulp; b[4] = 91.550364 with x = 21.58: error about 22 times that of the argument
#define C2 1.438777f // cm K

// Shape of Planck's law over the wavenumber (1/cm): nu^3 / (exp(c2 nu / T) - 1).
__device__ float occupation(float nu, float temperature)
{
    float x = C2 * nu / temperature;
    return x < 80.0f ? 1.0f / expm1f(x) : 0.0f;
}

__global__ void planck_shape(const float *wavenumber, const float *temperature, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float nu = wavenumber[i];
    b[i] = nu * nu * nu * occupation(nu, temperature[i]);
}
