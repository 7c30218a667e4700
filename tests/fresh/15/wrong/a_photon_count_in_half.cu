// fpcheck: count_photons <<<4, 32>>> energy=uniform(1,2):4x3200 rate=empty:4 threshold=0.5 exposure=1.6 samples=3200 live=1
// expect: error absorption at line 18
// why: with one live lane a detector's photons are counted in a half, which stops at 2048: 2048 + 1 is 2048
// figure: computed rate[0] = 1280, right 2000
#include <cuda_fp16.h>

// Photons per second over a threshold; `live` lanes of the warp share the samples of a detector.
__global__ void count_photons(const float *energy, float *rate, float threshold, float exposure, int samples, int live)
{
    int lane = threadIdx.x;
    const float *mine = energy + blockIdx.x * samples;
    __half count = __float2half(0.0f);
    const __half one = __float2half(1.0f);

    if (lane < live)
        for (int k = lane; k < samples; k += live)
            if (mine[k] > threshold)
                count = __hadd(count, one);

    float total = __half2float(count);
    for (int o = 16; o > 0; o >>= 1)
        total += __shfl_xor_sync(0xffffffffu, total, o);
    if (lane == 0)
        rate[blockIdx.x] = total / exposure;
}
