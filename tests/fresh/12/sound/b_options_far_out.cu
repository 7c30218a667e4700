// fpcheck: prices <<<1, 32>>> spot=[100.0,100.0,110.0,120.0,125.0,130.0,95.0,140.0] strike=[100.0,110.0,100.0,100.0,100.0,100.0,100.0,105.0] call=empty:8 put=empty:8 rate=0.02 sigma=0.2 years=0.5 n=8 want=[5.12563758267,11.3784239408,1.95094270743,0.615929885421,0.325178418301,0.165446633438,7.70174705546,0.108645070428] ref=put=want --tol rtol=5e-5,atol=1e-6
// expect: ok
// why: looks as if 1 - N(d) were wanted, but tails come from erfc of the right sign: puts far out of the money keep their relative accuracy as far as the difference of two terms allows.
// figure: largest relative error 7.4e-06, tolerance 5e-5
__device__ float normal_cdf(float d) { return 0.5f * erfcf(-0.70710678f * d); }

__global__ void prices(const float *spot, const float *strike, float *call, float *put, float rate, float sigma, float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float s = spot[i], k = strike[i];
    const float root = sigma * sqrtf(years);
    const float forward = logf(s / k) + rate * years;
    const float d1 = forward / root + 0.5f * root;
    const float d2 = forward / root - 0.5f * root;
    const float discounted = k * expf(-rate * years);
    call[i] = s * normal_cdf(d1) - discounted * normal_cdf(d2);
    put[i] = discounted * normal_cdf(-d2) - s * normal_cdf(-d1);
}
