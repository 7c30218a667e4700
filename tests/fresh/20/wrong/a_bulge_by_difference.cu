// fpcheck: path_bulge<<<1, 32>>> d=[800,1500,2750,4100,6900,9300] bulge=empty:6 drop=empty:6 radius=6371000 n=6
// expect: error cancellation at line 10
// why: the bulge of the earth under a radio path of a kilometre is a metre or less, and it is taken as the difference of two numbers of six million metres whose spacing is half a metre
// figure: computed bulge[0]=0.0, MPFR 0.050227594
// How far the earth rises above the chord's tangent at the far end of a radio path, and the same with the
// refraction of a standard atmosphere (radius times 4/3).
__device__ float rise(float d, float r)
{
    float below = r * r - d * d;
    return r - sqrtf(below);
}

__global__ void path_bulge(const float *d, float *bulge, float *drop, float radius, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    bulge[i] = rise(d[i], radius);
    drop[i] = rise(d[i], radius * (4.0f / 3.0f));
}
