// fpcheck: fir_filter<<<2, 64>>> signal=[-1.925,-3.019,1.154,1.563,1.33,-0.43,-0.073,-0.292,1.368,0.872,0.058,0.708,1.36,0.375,-1.086,-0.075,-0.427,-1.592,-2.046,0.149,-1.045,0.414,-0.8,0.803,0.885,0.382,-1.199,-2.041,2.142,-0.053,2.049,-0.238,-1.179,0.004,-1.233,0.047,1.646,0.901,3.101,0.371,0.348,-0.903,-0.93,0.277,-0.888,-0.313,-0.304,-1.155,2.34,-1.94,0.156,1.0,1.138,-0.415,-1.032,2.478,2.223,0.18,0.052,0.132,-1.112,-0.016,1.139,0.783,-0.935,0.816,-0.822,-1.642,0.393,0.687,1.529,-0.84,1.106,0.585,0.288,-0.408,-0.229,0.534,0.363,-1.209,-0.589,-0.081,1.01,0.487,-0.027,-0.253,1.632,-0.467,-0.792,-0.46,0.368,0.006,-0.558,-0.479,0.55,0.496,0.334,-0.956,0.015,1.253,-0.736,1.747,0.248,0.99,-1.023,1.433,0.099,0.458,0.767,1.68,-0.109,0.706,0.279,-1.462,-1.102,-1.351,-0.059,0.326,0.606,1.1,0.362,-1.188,1.879,0.258,-0.53,-1.553,0.66,-1.477] taps=[0.0174,0.0467,0.1174,0.1881,0.2174,0.1881,0.1174,0.0467,0.0174] y=empty:128 n=128 order=9
// expect: error uninitialised at line 22
// why: the halo has order - 1 samples but the loading loop stops one short, so the oldest tap of the tile's first sample multiplies a word of shared memory that nobody wrote
// figure: computed y[64] = undefined (tile[0], last of what another kernel left there), MPFR -0.0127225
constexpr int TILE = 64;

// y[i] = sum of taps[k] x[i - k], with zeros before the beginning.
__global__ void fir_filter(const float *signal, const float *taps, float *y, int n, int order)
{
    __shared__ float tile[TILE + 32];
    int begin = blockIdx.x * TILE;
    int halo = order - 1;
    tile[halo + threadIdx.x] = begin + threadIdx.x < n ? signal[begin + threadIdx.x] : 0.0f;
    if (threadIdx.x < halo - 1)
    {
        int from = begin - 1 - (int)threadIdx.x;
        tile[halo - 1 - threadIdx.x] = from >= 0 ? signal[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < order; ++k)
        sum = fmaf(taps[k], tile[halo + threadIdx.x - k], sum);
    if (begin + threadIdx.x < n)
        y[begin + threadIdx.x] = sum;
}
