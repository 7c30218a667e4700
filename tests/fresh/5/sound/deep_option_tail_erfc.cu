// fpcheck: digital_calls <<<1, 64>>> spot=[100,100,100,100,60,50] strike=[110,130,160,180,100,100] price=empty:6 vol=0.2 rate=0.02 expiry=0.5 n=6
// expect: ok
__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(x * -0.70710678f);
}

__global__ void digital_calls(const float *spot, const float *strike, float *price, float vol, float rate, float expiry, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float root = vol * sqrtf(expiry);
    float d2 = (logf(spot[i] / strike[i]) + (rate - 0.5f * vol * vol) * expiry) / root;
    price[i] = expf(-rate * expiry) * normal_cdf(d2);
}
