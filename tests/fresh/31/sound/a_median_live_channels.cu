// fpcheck: gain_median <<<2, 32>>> signal=@a_median_live_channels_signal.npy reference=@a_median_live_channels_reference.npy median=empty:2 live=empty:2:i32 --ref median=@a_median_live_channels_median.npy --tol rtol=1e-6,atol=0
// expect: ok
// why: dead channels (0/0) never get a ratio but the greatest key; the others are sorted by their bits as integers, so the exchanges are a permutation
// figure: median[0] computed 0.809622824, MPFR 0.80962282
// The median gain of 32 detector channels, a warp a frame; gains are positive or negative.
__device__ __forceinline__ unsigned to_key(float v)
{
    unsigned u = __float_as_uint(v);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ __forceinline__ float from_key(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__device__ unsigned sort_warp(unsigned v, int lane)
{
    for (int size = 2; size <= 32; size <<= 1) {
        bool up = (lane & size) == 0;
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned w = __shfl_xor_sync(0xffffffffu, v, stride);
            bool lower = (lane & stride) == 0;
            v = lower == up ? min(v, w) : max(v, w);
        }
    }
    return v;
}

__global__ void gain_median(const float *signal, const float *reference, float *median, int *live)
{
    int lane = threadIdx.x, frame = blockIdx.x;
    float r = reference[frame * 32 + lane];
    bool dead = !(r > 0.0f);
    unsigned key = dead ? 0xffffffffu : to_key(signal[frame * 32 + lane] / r);
    int count = __popc(__ballot_sync(0xffffffffu, !dead));
    key = sort_warp(key, lane);
    unsigned low = __shfl_sync(0xffffffffu, key, (count - 1) / 2);
    unsigned high = __shfl_sync(0xffffffffu, key, count / 2);
    if (lane == 0) {
        median[frame] = 0.5f * (from_key(low) + from_key(high));
        live[frame] = count;
    }
}
