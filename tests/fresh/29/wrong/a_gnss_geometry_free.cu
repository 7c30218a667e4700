// fpcheck: slant_tec <<<1, 32>>> phi1=[111062716.3842,111919532.0728,114130972.5493,108192659.6822,110230962.6765,129954727.0958] phi2=[86542356.2669,87210020.9208,88933214.2858,84305945.699,85894240.5955,101263402.9549] stec=empty:6 n=6
// expect: error cancellation at line 25
// why: ranges of 2e7 m are narrowed to float (steps of 2 m) before the metre-sized ionospheric difference is taken
// figure: computed stec[0] = 38.0786, MPFR 46.812921 (TECU)
// Slant electron content from dual-frequency carrier phases (cycles).
#define C_LIGHT 299792458.0
#define F_L1 1575.42e6
#define F_L2 1227.60e6

__device__ __forceinline__ float tecu_per_metre()
{
    const double ratio = (F_L1 / F_L2) * (F_L1 / F_L2);
    return (float)(F_L1 * F_L1 / (40.3e16 * (ratio - 1.0)));
}

__global__ void slant_tec(const double *phi1, const double *phi2, float *stec, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double lambda1 = C_LIGHT / F_L1;
    const double lambda2 = C_LIGHT / F_L2;
    float range1 = (float)(phi1[i] * lambda1);
    float range2 = (float)(phi2[i] * lambda2);
    float geometry_free = range1 - range2;
    stec[i] = geometry_free * tecu_per_metre();
}
