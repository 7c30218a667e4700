// fpcheck: structure_factor <<<1, 64>>> r=[0.0,1e-20,1e-6,0.001,0.1,1.0,2.5] s=empty:7 k=1.25 n=7
// expect: ok
// Debye scattering: sin(kr)/(kr), by its series near the origin.
__global__ void structure_factor(const float *r, float *s, float k, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = k * r[i];
    if (fabsf(x) < 0.02f)
        s[i] = 1.0f - x * x * (1.0f / 6.0f) * (1.0f - x * x * 0.05f);
    else
        s[i] = sinf(x) / x;
}
