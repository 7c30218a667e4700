// fpcheck: layernorm_eps <<<1, 32>>> n=32 eps=1e-5 x=uniform(0,0.001):32 y=empty:32 ref=y=(x-mean(x))/sqrt(var(x)+1e-5) --tol rtol=1e-3,atol=1e-3
// expect: error mismatch at line 14: eps belongs below the root; rows of small variance come out ten times too large
__global__ void layernorm_eps(const float* x, float* y, int n, float eps)
{
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    float s = v;
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    float mean = s / (float)n;
    float c = t < n ? v - mean : 0.0f;
    float q = c * c;
    for (int d = 16; d > 0; d >>= 1) q += __shfl_xor_sync(0xffffffffu, q, d);
    float sd = sqrtf(q / (float)n);
    if (t < n) y[t] = c / (sd + eps);
}
