// fpcheck: path_bulge<<<1, 32>>> d=[800,1500,2750,4100,6900,9300] bulge=empty:6 drop=empty:6 radius=6371000 n=6
// expect: ok
// why: the difference R - sqrt(R^2 - d^2) is rewritten as d^2 over the sum, so nothing cancels; R - d and R + d are harmless
// figure: computed bulge[0]=0.0502275936, MPFR 0.050227594: error 7.0e-09 relative
// How far the earth rises above the chord's tangent at the far end of a radio path, and the same with the
// refraction of a standard atmosphere (radius times 4/3).
__device__ float rise(float d, float r)
{
    float root = sqrtf((r - d) * (r + d));
    return d * d / (r + root);
}

__global__ void path_bulge(const float *d, float *bulge, float *drop, float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bulge[i] = rise(d[i], radius);
    drop[i] = rise(d[i], radius * (4.0f / 3.0f));
}
