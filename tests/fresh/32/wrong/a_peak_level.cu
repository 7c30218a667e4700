// fpcheck: peak_level <<<6, 64>>> db=@a_peak_level_db.npy peak=empty:6 n=200 --ref 'peak=@a_peak_level_peak_ref.npy' --ref 'gain=@a_peak_level_gain_ref.npy'
// fpcheck+ gain_to <<<1, 32>>> gain=empty:6 target=-1.0 channels=6
// expect: error mismatch at line 19
// why: FLT_MIN is the smallest positive number, not the lowest: levels in decibels are negative, so every peak is 1.2e-38 (the FLT_MIN for -FLT_MAX mistake)
// figure: peak[4] computed 1.1754944e-38, exact -20.753864288330078; 6 of 6 beyond the tolerance, worst 1e+06 times
#include <cuda_runtime.h>
#include <cfloat>

__device__ float larger(float a, float b)
{
    return a > b ? a : b;
}

// loudest level of each channel, in dB below full scale
__global__ void peak_level(const float* db, float* peak, int n)
{
    __shared__ float s[64];
    const float* channel = db + blockIdx.x * n;
    float m = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += 64)
        m = larger(m, channel[i]);
    s[threadIdx.x] = m;
    __syncthreads();
    for (int h = 32; h > 0; h >>= 1) {
        if (threadIdx.x < h)
            s[threadIdx.x] = larger(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        peak[blockIdx.x] = s[0];
}

// what brings each channel to the target
__global__ void gain_to(const float* peak, float* gain, float target, int channels)
{
    int c = threadIdx.x;
    if (c < channels)
        gain[c] = target - peak[c];
}
