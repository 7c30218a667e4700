// fpcheck: best_score<<<1, 64>>> score=[-3.0,-12.75,-9.75,-6.75,-3.75,-13.5,-10.5,-7.5,-4.5,-14.25,-11.25,-8.25,-5.25,-15.0,-12.0,-9.0,-6.0,-3.0,-12.75,-9.75,-6.75,-3.75,-13.5,-10.5,-7.5,-4.5,-14.25,-11.25,-8.25,-5.25,-15.0,-12.0,-9.0,-6.0,-3.0,-12.75,-9.75,-6.75,-3.75,-13.5] best=empty:1 n=40 want=[-3.0] ref=best=want --tol rtol=1e-6,atol=0
// expect: error wrong reduction identity at line 17
// why: threads past the end contribute 0, which beats every negative log-likelihood
// figure: computed 0, MPFR -3.0
// The best of n log-likelihoods of string alignments.
__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_down_sync(0xffffffffu, v, d));
    return v;
}

__global__ void best_score(const float *score, float *best, int n)
{
    __shared__ float part[32];
    int t = threadIdx.x;
    float v = t < n ? score[t] : 0.0f;
    v = warp_max(v);
    if ((t & 31) == 0)
        part[t >> 5] = v;
    __syncthreads();
    if (t < 32) {
        v = t < (int)blockDim.x / 32 ? part[t] : part[0];
        v = warp_max(v);
        if (t == 0)
            best[0] = v;
    }
}
