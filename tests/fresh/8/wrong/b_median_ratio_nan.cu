// fpcheck: median_ratio<<<1, 32>>> num=[1.02, 9.18, 36.5, 19.33, 39.23, 16.5, 3.85, 25.55, 31.36, 11.52, 4.4, 13.97, 38.6, 30.56, 5.6, 10.61, 4.94, 3.34, 32.08, 7.93, 22.81, 18.45, 8.44, 29.54, 6.11, 26.1, 5.54, 17.41, 9.3, 11.52, 38.87, 0.0] den=[1.56, 3.6, 1.24, 1.88, 3.49, 2.75, 0.85, 3.96, 1.25, 1.4, 3.2, 1.65, 1.54, 0.76, 0.82, 2.54, 1.35, 2.6, 1.8, 2.09, 3.86, 2.19, 2.51, 3.53, 1.14, 1.04, 3.68, 3.36, 1.37, 1.16, 3.09, 0.0] median=empty:1 ref=median=0*sum(den)+6.78832128348 --tol rtol=1e-5,atol=0
// expect: error sorting network with NaN at line 17
// why: one ratio is 0 / 0; a NaN is neither greater nor less, so the comparators leave it in the middle of the lanes and split the sorted runs
// figure: computed median = 40.2105255, MPFR 6.78832128
#include <cuda_runtime.h>

// Ascending bitonic sort of one value a lane.
__device__ float bitonic_sort(float v)
{
    int lane = threadIdx.x & 31;
    for (int size = 2; size <= 32; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            float other = __shfl_xor_sync(0xffffffffu, v, stride);
            bool low = (lane & stride) == 0;
            bool up = (lane & size) == 0;
            bool want_small = low == up;
            bool take = want_small ? other < v : other > v;
            if (take)
                v = other;
        }
    }
    return v;
}

// The lower median of the 31 ratios that are numbers; empty detector pairs give 0 / 0, and "sort to the end".
__global__ void median_ratio(const float *num, const float *den, float *median)
{
    int lane = threadIdx.x;
    float ratio = num[lane] / den[lane];
    float sorted = bitonic_sort(ratio);
    float middle = __shfl_sync(0xffffffffu, sorted, 15);
    if (lane == 0)
        median[0] = middle;
}
