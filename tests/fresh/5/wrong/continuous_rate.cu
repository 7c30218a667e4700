// fpcheck: log_returns <<<1, 32>>> simple=[0.00001,0.0000003,0.00000005,-0.000002,0.01,0.0001] rate=empty:6 days=1 n=6 ref=rate=365*log1p(simple)
// expect: error cancellation at line 7: 1 + r loses the digits of a small return; log1pf keeps them
__global__ void log_returns(const float *simple, float *rate, float days, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rate[i] = 365.0f / days * logf(1.0f + simple[i]);
}
