// fpcheck: bulge <<<2, 32>>> span=[200,500,800,1600,3000,6000] rise=empty:6x9 links=6 radius=6371000.0 k=1.3333334
// expect: error cancellation at line 15
// why: the sagitta R - sqrt(R^2 - d^2) of a short link: d^2 is below an ulp of R^2, so the difference of two equal radii is left
// figure: rise[4] (span 200 m) computed 0.0, MPFR 0.000588604592
// Earth bulge along a microwave link, sampled at nine points, for the clearance of the first Fresnel zone.
__device__ float effective_radius(float radius, float k)
{
    return radius * k;
}

__device__ float sagitta(float radius, float d)
{
    float inner = radius * radius - d * d;
    float centre = sqrtf(inner);
    return radius - centre;
}

__global__ void bulge(const float *span, float *rise, int links, float radius, float k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= links * 9)
        return;
    int link = i / 9;
    int point = i % 9;
    float R = effective_radius(radius, k);
    float half_span = 0.5f * span[link];
    float along = half_span * ((float)(point - 4) / 5.0f);
    rise[i] = sagitta(R, half_span) - sagitta(R, along);
}
