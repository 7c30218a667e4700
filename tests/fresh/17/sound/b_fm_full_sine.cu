// fpcheck: fm_voice <<<2, 32>>> phase=uniform(50000,60000):64 amp=uniform(0.5,1):64 out=empty:64 n=64 ref=out=amp*sin(phase) --tol atol=1e-5,rtol=0
// expect: ok
// why: arguments of 55000 radians look too large for a float sine, but sinf reduces them by Payne-Hanek or three-part constants and is right to two ulps
// figure: largest error 2.9e-08, 1e-5 is allowed
// an FM operator: the phase accumulator runs elsewhere, in radians
__device__ float limiter(float x)
{
    return x > 1.0f ? 1.0f : (x < -1.0f ? -1.0f : x);
}

__global__ void fm_voice(const float *phase, const float *amp, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float osc = sinf(phase[i]);
        out[i] = limiter(amp[i] * osc);
    }
}
