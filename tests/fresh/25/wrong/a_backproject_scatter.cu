// fpcheck: splat_events <<<1, 64>>> u=uniform(0,7):64 weight=ones:64 image=inout:zeros:8 n=64
// expect: error race at line 8
// why: many threads add to the same pixel without an atomic: contributions get lost
// figure: sum over image: computed depends on the timing (some events lost), MPFR 64
// PET list mode: each event adds its weight to the two nearest pixels of a row, by linear weights.
__device__ void splat(float *image, int pixel, float w)
{
    image[pixel] += w;
}

__global__ void splat_events(const float *u, const float *weight, float *image, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int p = min((int)u[i], 6);
    float t = u[i] - p;
    splat(image, p, weight[i] * (1.0f - t));
    splat(image, p + 1, weight[i] * t);
}
