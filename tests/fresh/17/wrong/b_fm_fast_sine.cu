// fpcheck: fm_voice <<<2, 32>>> phase=uniform(50000,60000):64 amp=uniform(0.5,1):64 out=empty:64 n=64 ref=out=amp*sin(phase) --tol atol=1e-5,rtol=0
// expect: error fast-math approximation beyond its range at line 15
// why: __sinf reduces the argument in float only: at 55000 radians its phase is off by thousandths
// figure: phase 55449.2812: computed about 0.164913 (argument times 1/(2 pi) in float), MPFR 0.170083
// an FM operator: the phase accumulator runs elsewhere, in radians
__device__ float limiter(float x)
{
    return x > 1.0f ? 1.0f : (x < -1.0f ? -1.0f : x);
}

__global__ void fm_voice(const float *phase, const float *amp, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float osc = __sinf(phase[i]);
        out[i] = limiter(amp[i] * osc);
    }
}
