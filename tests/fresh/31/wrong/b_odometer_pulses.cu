// fpcheck: count_pulses <<<2, 64>>> level=uniform(1,2):128 total=inout:const(16777216):1 n=128
// fpcheck+ trip_length <<<1, 1>>> trip=empty:1 start=16777216
// expect: error absorbed additions at line 14
// why: the pulse counter is a float: from 16777216 on, adding 1.0f changes nothing, so the trip has length 0
// figure: computed trip[0] = 0, MPFR 128
#include <cuda_runtime.h>

// Wheel sensor: every sample above the threshold is a pulse.
__global__ void count_pulses(const float *level, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (level[i] > 0.5f) {
            atomicAdd(total, 1.0f);
        }
    }
}

// Trip counter, in pulses since the last reset.
__global__ void trip_length(const float *total, float *trip, float start)
{
    trip[0] = total[0] - start;
}
