// fpcheck: bilateral_far <<<1, 32>>> n=16 x=[0.9, 0.2, 0.8, 0.1, 0.7, 0.2, 0.9, 0.3, 0.8, 0.1, 0.6, 0.05, 0.9, 0.2, 0.8, 0.3] out=empty:16 inv2s=5000.0
// expect: error underflow, nan swallowed at line 17: without the centre every weight exp(-d^2/2s^2) underflows, 0/0, and the clamp makes 0 of the NaN
// Bilateral prediction of a sample from its two direct neighbours (the centre is left out: blind-spot denoiser).
__global__ void bilateral_far(const float* x, float* out, int n, float inv2s)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float num = 0.0f, den = 0.0f;
    for (int d = -1; d <= 1; d += 2) {
        int j = i + d;
        if (j < 0 || j >= n) continue;
        float diff = x[j] - x[i];
        float w = expf(-diff * diff * inv2s);
        num += w * x[j];
        den += w;
    }
    float v = num / den;
    out[i] = fminf(fmaxf(v, 0.0f), 1.0f);
}
