// fpcheck: ggx_peak <<<1, 32>>> rough=[0.5, 0.02, 0.01, 0.005] nh=[0.9, 1, 1, 1] stops=empty:4 n=4
// expect: error overflow at line 10: a2 - 1 rounds to -1, the denominator to 0 and the lobe to infinity, which the clamp of the exposure turns into a believable 40 stops
// why: a2 - 1 rounds to -1, the denominator to 0 and the lobe to infinity, which the clamp of the exposure turns into a believable 40 stops
// figure: stops[3] computed 40 (infinity, clamped), MPFR 28.92393
__device__ float ggx(float nh, float roughness)
{
    float alpha = roughness * roughness;
    float a2 = alpha * alpha;
    float k = nh * nh * (a2 - 1.0f) + 1.0f;
    return a2 / (3.14159265f * k * k);
}

__global__ void ggx_peak(const float *rough, const float *nh, float *stops, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float d = ggx(nh[i], rough[i]);
    float ev = log2f(1.0f + d);
    stops[i] = fminf(fmaxf(ev, 0.0f), 40.0f);
}
