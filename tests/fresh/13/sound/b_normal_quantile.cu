// fpcheck: quantile <<<1, 64>>> p=[0.000001,0.0001,0.01,0.05,0.08,0.2,0.3,0.45,0.6,0.9,0.95,0.99,0.9999,1e-20,1e-30] z=empty:15 n=15
// expect: ok
// why: rational approximations with a dozen constants and a switch between branches; these are those of AS 241 (PPND7), good to about 1e-7, and 1 - p is taken only where it is exact
// figure: computed z(1e-20) = -9.26234055, MPFR -9.26234009319; largest relative error of all 1.7e-07
// Statistics: quantile function of the normal distribution.
__device__ float centre(float q)
{
    float r = 0.180625f - q * q;
    float num = ((59.109374720f * r + 159.29113202f) * r + 50.434271938f) * r + 3.3871327179f;
    float den = ((67.187563600f * r + 78.757757664f) * r + 17.895169469f) * r + 1.0f;
    return q * num / den;
}

__device__ float tail(float p)
{
    float r = sqrtf(-logf(p));
    if (r <= 5.0f)
    {
        r -= 1.6f;
        float num = ((0.17023821103f * r + 1.3067284816f) * r + 2.7568153900f) * r + 1.4234372777f;
        float den = (0.12021132975f * r + 0.73700164250f) * r + 1.0f;
        return num / den;
    }
    r -= 5.0f;
    float num = ((0.017337203997f * r + 0.42868294337f) * r + 3.0812263860f) * r + 6.6579051150f;
    float den = (0.012258202635f * r + 0.24197894225f) * r + 1.0f;
    return num / den;
}

__global__ void quantile(const float *p, float *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float q = p[i] - 0.5f;
    if (fabsf(q) <= 0.425f)
        z[i] = centre(q);
    else
        z[i] = q < 0.0f ? -tail(p[i]) : tail(1.0f - p[i]);
}
