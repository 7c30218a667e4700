// fpcheck: factors <<<1, 32>>> h=[1,40,-37,125] x=[0.123456,0.87654,0.3333333,0.0078125,0.61803] f=empty:8 reflections=4 atoms=5 want=[1.1892587,0.23960336,0.7890312,0.80530554,-1.8922693,-1.0956278,-1.3559139,-0.010169283] --ref f=want --tol rtol=1e-6,atol=2e-6
// expect: ok
// why: phases of up to 125 turns: whole turns are taken off exactly and the rounding of the product is recovered by fmaf, so the sine sees a small, accurate argument
// figure: f[6] is -1.3559139 by MPFR, device within 5e-7 absolute, tolerance 2e-6
// One-dimensional structure factors of point atoms: sum of exp(2 pi i h x)
__device__ float turns(int h, float x)
{
    float p = __fmul_rn((float)h, x);
    float lost = fmaf((float)h, x, -p);
    return (p - rintf(p)) + lost;
}

__global__ void factors(const int *h, const float *x, float *f, int reflections, int atoms)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= reflections)
        return;
    float re = 0.0f, im = 0.0f;
    for (int a = 0; a < atoms; a++) {
        float s, c;
        sincospif(2.0f * turns(h[r], x[a]), &s, &c);
        re += c;
        im += s;
    }
    f[2 * r] = re;
    f[2 * r + 1] = im;
}
