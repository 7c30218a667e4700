// fpcheck: peak_level<<<2, 32>>> level=[-60.0,-21.46875,-28.4375,-35.40625,-42.375,-49.34375,-56.3125,-17.78125,-24.75,-31.71875,-38.6875,-45.65625,-52.625,-59.59375,-21.0625,-28.03125,-35.0,-41.96875,-48.9375,-55.90625,-17.375,-24.34375,-31.3125,-38.28125,-45.25,-52.21875,-59.1875,-20.65625,-27.625,-34.59375,-41.5625,-48.53125,-55.5,-16.96875,-23.9375,-30.90625,-37.875,-44.84375,-51.8125,-58.78125,-20.25,-27.21875,-34.1875,-41.15625,-48.125,-55.09375,-16.5625,-23.53125,-30.5,-37.46875,-44.4375,-51.40625,-58.375,-19.84375,-26.8125,-33.78125,-40.75,-47.71875,-54.6875,-16.15625,-23.125,-30.09375,-37.0625,-44.03125] peak=empty:2 n=32 want=[-17.375,-16.15625] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error mismatch at line 11
// why: the maximum starts at zero, and levels in dBFS are all negative
// figure: computed peak[0] = 0, MPFR -17.375
// Peak of the levels (dB below full scale) of each channel.
__global__ void peak_level(const float *level, float *peak, int n)
{
    __shared__ float best[32];
    int t = threadIdx.x;
    const float *row = level + blockIdx.x * n;
    float m = 0.0f;
    for (int k = t; k < n; k += blockDim.x)
        m = fmaxf(m, row[k]);
    best[t] = m;
    __syncthreads();
    for (int s = 16; s > 0; s >>= 1) {
        if (t < s)
            best[t] = fmaxf(best[t], best[t + s]);
        __syncthreads();
    }
    if (t == 0)
        peak[blockIdx.x] = best[0];
}
