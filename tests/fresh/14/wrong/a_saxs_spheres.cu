// fpcheck: sphere_intensity <<<1, 32>>> q=[0.0020000000949949026,0.009999999776482582,0.029999999329447746,0.10000000149011612,0.5,1,2,3] out=empty:8 radius=1 contrast=2.5 n=8
// expect: error cancellation at line 12
// why: sin x - x cos x is x^3/3 for small x: both terms agree in all but the last bits at q = 0.002
// figure: out[1] computed 6.253005564212799, MPFR 6.2498750010770125
// Small-angle scattering of a dilute suspension of spheres: I(q) = (contrast F(qR))^2.
__device__ float amplitude(float x)
{
    if (x == 0.0f)
        return 1.0f;
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
