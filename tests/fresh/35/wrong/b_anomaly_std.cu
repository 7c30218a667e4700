// fpcheck: standardise <<<4, 32>>> p=@b_anom_p.npy z=empty:4x64 n=64 --ref z=@b_anom_ref.npy --tol rtol=1e-2,atol=1e-2
// expect: error cancellation at line 24
// why: station pressures near 101325 Pa that vary by half a pascal: E[p^2]-E[p]^2 is rounding noise, often negative, sqrtf gives NaN and fmaxf hides it as the floor
// figure: z[26] computed 1382.81238, MPFR 2.56112432
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// climatological standardisation, one warp a station
__global__ void standardise(const float *p, float *z, int n)
{
    const float *row = p + blockIdx.x * n;
    float s = 0, q = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        s += row[i];
        q += row[i] * row[i];
    }
    float mean = warp_sum(s) / n;
    float var = warp_sum(q) / n - mean * mean;
    float sd = fmaxf(sqrtf(var), 1e-3f);
    for (int i = threadIdx.x; i < n; i += 32)
        z[blockIdx.x * n + i] = (row[i] - mean) / sd;
}
