// fpcheck: station_mean <<<1, 128>>> t=@a_station_mean_missing_t.npy mean=empty:1 valid=empty:1 n=100 --ref mean=@a_station_mean_missing_want.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: NaN in the data stands for a missing reading and is left out by a comparison with itself
// figure: computed 285.1669, MPFR 285.16691 (relative error 3.1e-08, tolerance 1e-6)
// Mean temperature over the stations that reported; missing readings are NaN.
struct tally {
    float sum;
    int count;
};

__device__ __forceinline__ bool missing(float v)
{
    return v != v;
}

__device__ tally warp_tally(tally t)
{
    for (int o = 16; o > 0; o >>= 1) {
        t.sum += __shfl_down_sync(0xffffffffu, t.sum, o);
        t.count += __shfl_down_sync(0xffffffffu, t.count, o);
    }
    return t;
}

__global__ void station_mean(const float *t, float *mean, int *valid, int n)
{
    __shared__ tally warps[4];
    const int i = threadIdx.x;
    tally mine = {0.0f, 0};
    if (i < n && !missing(t[i])) {
        mine.sum = t[i];
        mine.count = 1;
    }
    mine = warp_tally(mine);
    if ((i & 31) == 0)
        warps[i >> 5] = mine;
    __syncthreads();
    if (i == 0) {
        tally all = {0.0f, 0};
        for (int w = 0; w < 4; w++) {
            all.sum += warps[w].sum;
            all.count += warps[w].count;
        }
        *valid = all.count;
        *mean = all.count > 0 ? all.sum / (float)all.count : __int_as_float(0x7fc00000);
    }
}
