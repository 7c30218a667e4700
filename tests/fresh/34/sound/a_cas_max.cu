// fpcheck: clear_peaks <<<1, 32>>> peak=empty:12 groups=12
// fpcheck+ peak_level <<<4, 64>>> level=@a_cas_max_level.npy channel=@a_cas_max_channel.npy n=256 --ref 'peak=@a_cas_max_peak.npy' --tol 0ulp
// expect: ok
// why: the maximum of floats by a compare-and-swap loop on their bits; it starts from -inf, so that channels whose levels are all negative decibels come out right; read-compare-swap of the same word by many threads is meant
// figure: all of peak exactly as the reference, e.g. peak[0] = 59.3959694
#include <math_constants.h>

__global__ void clear_peaks(float* peak, int groups)
{
    if (threadIdx.x < groups)
        peak[threadIdx.x] = -CUDART_INF_F;
}

__device__ void atomic_max(float* at, float v)
{
    int* word = (int*)at;
    int seen = atomicCAS(word, 0, 0);
    while (__int_as_float(seen) < v) {
        int assumed = seen;
        seen = atomicCAS(word, assumed, __float_as_int(v));
        if (seen == assumed)
            break;
    }
}

__global__ void peak_level(const float* level, const int* channel, float* peak, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(&peak[channel[i]], level[i]);
}
