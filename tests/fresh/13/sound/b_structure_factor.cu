// fpcheck: intensity <<<1, 64>>> x=[0.1,0.37,0.62,0.88,0.05,0.51] f=[6,8,1,1,7,16] out=empty:12 atoms=6 orders=12
// expect: ok
// why: a rounding to integer (rintf) of a rounded product decides; either integer gives the same angle, as the fused remainder is exact about the one that was taken
// figure: computed out[5] = 950.425476, MPFR 950.425467; largest relative error of all 1.8e-07
// Particle methods: intensities of a one-dimensional crystal, |sum f exp(2 pi i h x)|^2, fractional coordinates.
__device__ float turns(float h, float x)
{
    float whole = rintf(h * x);
    return fmaf(h, x, -whole);
}

__global__ void intensity(const float *x, const float *f, float *out, int atoms, int orders)
{
    int h = blockIdx.x * blockDim.x + threadIdx.x;
    if (h >= orders)
        return;
    float re = 0.0f, im = 0.0f;
    for (int a = 0; a < atoms; ++a)
    {
        float s, c;
        sincospif(2.0f * turns((float)(h * 97), x[a]), &s, &c);
        re = fmaf(f[a], c, re);
        im = fmaf(f[a], s, im);
    }
    out[h] = re * re + im * im;
}
