// fpcheck: fir <<<4, 64>>> x=@a_fir_halo_x.npy h=@a_fir_halo_h.npy y=empty:256 n=256 --ref 'y=@a_fir_halo_y.npy' --tol rtol=1e-4,atol=1e-5
// expect: error uninitialised at line 14
// why: the tile's halo must hold TAPS - 1 = 16 old samples, but only threads below 15 load one: the last tap of the tile's first sample (after an off-by-one of the halo) reads shared memory that nothing wrote
// figure: y[192] computed 1.84612846, exact 2.96614679 (3 of 256 elements off)
constexpr int TAPS = 17;
constexpr int TILE = 64;

__global__ void fir(const float* x, const float* h, float* y, int n)
{
    __shared__ float tile[TILE + TAPS - 1];
    int t = threadIdx.x;
    int i = blockIdx.x * TILE + t;
    tile[TAPS - 1 + t] = i < n ? x[i] : 0.0f;
    if (t < TAPS - 2) {
        int k = i - (TAPS - 2);
        tile[t + 1] = k >= 0 ? x[k] : 0.0f;
    }
    __syncthreads();
    float acc = 0.0f;
    for (int k = 0; k < TAPS; ++k)
        acc = fmaf(h[k], tile[TAPS - 1 + t - k], acc);
    if (i < n)
        y[i] = acc;
}
