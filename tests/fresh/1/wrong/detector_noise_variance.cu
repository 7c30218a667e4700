// fpcheck: pixel_noise <<<4, 64>>> frames=uniform(8190,8194):64x256 noise=empty:256 nframes=64 npix=256 --ref noise=sqrt(var(frames,0)) --tol rtol=1e-2,atol=1e-3
// expect: error cancellation at line 16: E[x^2] - E[x]^2 at a pedestal of 8192 with a spread of 1
// Read-out noise of a CCD from a stack of bias frames: one thread a pixel.
__global__ void pixel_noise(const float* __restrict__ frames, float* __restrict__ noise, int nframes, int npix)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= npix) return;
    float s1 = 0.0f, s2 = 0.0f;
    for (int f = 0; f < nframes; ++f) {
        float v = frames[f * npix + p];
        s1 += v;
        s2 = fmaf(v, v, s2);
    }
    float inv = 1.0f / (float)nframes;
    float m = s1 * inv;
    float var = s2 * inv - m * m;
    noise[p] = sqrtf(fmaxf(var, 0.0f));
}
