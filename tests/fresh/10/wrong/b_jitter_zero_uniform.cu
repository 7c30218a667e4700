// fpcheck: jitter <<<1, 32>>> uniform=[0.5,0.1,0.0,0.25,0.9,0.3,0.01,0.75,0.33,0.6,0.0,0.0,0.2,0.8,0.45,0.05] offset=empty:16 n=8
// expect: error nan at line 12
// why: u.x = 0 gives an infinite radius; infinity times a zero sine or cosine is NaN, which fmaxf turns into -4: samples that should not exist look legal
// figure: computed offset[11] = -4 (inf * 0 = NaN hidden), MPFR: log(0) is undefined
// Gaussian jitter for the antialiasing pattern, in sigmas, cut at four.
__global__ void jitter(const float2 *uniform, float2 *offset, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float2 u = uniform[i]; // in [0, 1)
    float radius = sqrtf(-2.0f * logf(u.x));
    float s, c;
    sincospif(2.0f * u.y, &s, &c);
    offset[i].x = fminf(fmaxf(radius * c, -4.0f), 4.0f);
    offset[i].y = fminf(fmaxf(radius * s, -4.0f), 4.0f);
}
