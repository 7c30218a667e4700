// fpcheck: gain_median <<<2, 32>>> signal=@a_median_dead_channels_signal.npy reference=@a_median_dead_channels_reference.npy median=empty:2 live=empty:2:i32 --ref median=@a_median_dead_channels_median.npy --tol rtol=1e-5,atol=0
// expect: error sorting network with NaN at line 13
// why: dead channels give 0/0; fminf and fmaxf both drop the NaN, so its partner is doubled in the exchange and the sorted row is not a permutation
// figure: median[1] computed 0.895367146, MPFR 0.945419228
// The median gain of 32 detector channels, a warp a frame: ratios, bitonic sort by shuffles, middle of the live ones.
__device__ float sort_warp(float v, int lane)
{
    for (int size = 2; size <= 32; size <<= 1) {
        bool up = (lane & size) == 0;
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            float w = __shfl_xor_sync(0xffffffffu, v, stride);
            bool lower = (lane & stride) == 0;
            v = lower == up ? fminf(v, w) : fmaxf(v, w);
        }
    }
    return v;
}

__global__ void gain_median(const float *signal, const float *reference, float *median, int *live)
{
    int lane = threadIdx.x, frame = blockIdx.x;
    float g = signal[frame * 32 + lane] / reference[frame * 32 + lane];
    // 0/0 where a channel is dead: such ratios are not counted, and the sort leaves them at the end
    unsigned ok = __ballot_sync(0xffffffffu, g == g);
    int count = __popc(ok);
    float v = sort_warp(g, lane);
    float low = __shfl_sync(0xffffffffu, v, (count - 1) / 2);
    float high = __shfl_sync(0xffffffffu, v, count / 2);
    if (lane == 0) {
        median[frame] = 0.5f * (low + high);
        live[frame] = count;
    }
}
