// fpcheck: ground_hit <<<1, 32>>> alt=[0.01, 0.5, 20, 400] down=[0.8, 0.96, 1, 0.6] t=empty:4 radius=6371 n=4
// expect: ok
// why: planet-sized numbers and a difference of squares, but c is a product of the altitude and the small root comes by dividing by the large one
// figure: t off by 3.5e-08 relative at most, allowed about 2e-6
__device__ float small_root(float half_b, float c)
{
    float disc = half_b * half_b - c;
    if (disc < 0.0f)
        return -1.0f;
    float q = half_b + sqrtf(disc);
    return c / q;
}

__global__ void ground_hit(const float *alt, const float *down, float *t, float radius, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float h = alt[i];
    float c = h * (2.0f * radius + h);
    t[i] = small_root((radius + h) * down[i], c);
}
