// fpcheck: real_space <<<1, 32>>> r=[8.5,9.0,10.0,11.0] qq=[0.34,-0.68,0.17,-0.34] e=empty:4 f=empty:4 alpha=0.4 n=4
// expect: ok
// why: the tails are 1e-5 to 1e-9 of the charges, but they come from erfcf, with a small relative error
// figure: e[2]: computed 3.64140682e-08, MPFR 3.64140462e-08: relative error 6.0e-07, tolerance about 2e-6, and an argument rounded by half an ulp alone explains that
// Real-space part of an Ewald sum: energy and force over r of a pair.
__device__ float tail(float x)
{
    return erfcf(x);
}

__global__ void real_space(const float *r, const float *qq, float *e, float *f, float alpha, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = alpha * r[i];
    float inv = 1.0f / r[i];
    float energy = 138.935458f * qq[i] * tail(x) * inv;
    float gauss = 138.935458f * qq[i] * 1.128379167f * alpha * expf(-x * x);
    e[i] = energy;
    f[i] = (energy + gauss) * inv * inv;
}
