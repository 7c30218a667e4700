// fpcheck: peak_lag <<<1, 256>>> corr=@a_xcorr_peak_corr.npy lag=empty:1 n=1024 want=[700] --ref lag=want --tol bitwise
// expect: error key that loses bits at line 9
// why: ten low bits of the correlation give way to the lag, so peaks nearer than 2^-13 are equal and the earlier lag wins
// figure: lag computed 100, exact 700 (0.87647 against 0.87652)
// Lag of the largest (positive) cross-correlation, as one 32-bit key.
__device__ unsigned make_key(float value, int lag)
{
    unsigned bits = __float_as_uint(fmaxf(value, 0.0f));
    return (bits & ~1023u) | (unsigned)(1023 - lag);
}

__global__ void peak_lag(const float *corr, int *lag, int n)
{
    __shared__ unsigned best;
    if (threadIdx.x == 0)
        best = 0;
    __syncthreads();
    unsigned mine = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        mine = max(mine, make_key(corr[i], i));
    mine = __reduce_max_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicMax(&best, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        *lag = 1023 - (int)(best & 1023u);
}
