// fpcheck: sphere_intensity <<<1, 32>>> q=[0.0020000000949949026,0.009999999776482582,0.029999999329447746,0.10000000149011612,0.5,1,2,3] out=empty:8 radius=1 contrast=2.5 n=8
// expect: ok
// why: the difference of sin x and x cos x is only taken from x = 1 on, where it keeps its bits; a series below
// figure: largest relative error of the series 3.4e-08 against 2e-6 allowed
// Small-angle scattering of a dilute suspension of spheres: I(q) = (contrast F(qR))^2.
__device__ float amplitude(float x)
{
    if (x < 1.0f) {
        float x2 = x * x;
        float p = -1.0f / 172972800.0f;
        p = fmaf(p, x2, 1.0f / 1330560.0f);
        p = fmaf(p, x2, -1.0f / 15120.0f);
        p = fmaf(p, x2, 1.0f / 280.0f);
        p = fmaf(p, x2, -0.1f);
        return fmaf(p, x2, 1.0f);
    }
    float s, c;
    sincosf(x, &s, &c);
    return 3.0f * (s - x * c) / (x * x * x);
}

__global__ void sphere_intensity(const float *q, float *out, float radius, float contrast, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float f = contrast * amplitude(q[i] * radius);
    out[i] = f * f;
}
