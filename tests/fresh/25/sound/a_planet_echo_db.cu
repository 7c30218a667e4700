// fpcheck: echo_power <<<1, 32>>> range=[384400000.0,41000000000.0,629000000000.0,1000000.0] dbw=empty:4 watts=1e6 gain=2e7 wavelength=0.126 sigma=1e13 n=4 want=[-58.33962019990281,-139.45963995963808,-186.89431027809428,45.05171495995749] ref=dbw=want --tol rtol=2e-6,atol=0
// expect: ok
// why: R^4 would overflow at planetary distances; the powers are added as logarithms
// figure: dbw[1]: computed -139.459625, MPFR -139.45964 (relative error 1.1e-7, tolerance 2e-6)
// Radar equation in dB over a watt, all in logarithms: nothing leaves the range of binary32.
__global__ void echo_power(const float *range, float *dbw, float watts, float gain, float wavelength, float sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float log_four_pi_cubed = 3.2976297f;
    float top = log10f(watts) + 2.0f * (log10f(gain) + log10f(wavelength)) + log10f(sigma) - log_four_pi_cubed;
    dbw[i] = 10.0f * (top - 4.0f * log10f(range[i]));
}
