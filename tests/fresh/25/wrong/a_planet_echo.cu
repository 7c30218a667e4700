// fpcheck: echo_power <<<1, 32>>> range=[384400000.0,41000000000.0,629000000000.0,1000000.0] dbw=empty:4 watts=1e6 gain=2e7 wavelength=0.126 sigma=1e13 n=4 want=[-58.33962019990281,-139.45963995963808,-186.89431027809428,45.05171495995749] ref=dbw=want --tol rtol=1e-4,atol=0
// expect: error overflow at line 9
// why: R to the fourth is infinite from 4.3e9 m on, the power 0, its logarithm -inf, and fmaxf makes -400 dBW of it
// figure: dbw[1]: computed -400, MPFR -139.45964
// Radar equation for targets from satellites to planets, in dB over a watt.
__device__ float fourth(float r)
{
    float r2 = r * r;
    return r2 * r2;
}

__global__ void echo_power(const float *range, float *dbw, float watts, float gain, float wavelength, float sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float four_pi_cubed = 1984.40171f;
    float aperture = gain * wavelength;
    float top = watts * aperture * aperture;
    float loss = four_pi_cubed * fourth(range[i]);
    float power = top / loss * sigma;
    dbw[i] = fmaxf(10.0f * log10f(power), -400.0f);
}
