// fpcheck: add_batch <<<2, 32>>> value=[8.5,3.94,4.8,1.46,6.98,2.92,8.71,2.75,5.62,4.0,6.13,1.97,1.8,7.47,7.52,5.67,9.21,2.06,8.51,1.69,9.64,6.24,6.07,9.71,7.87,7.9,0.54,3.69,0.85,1.94,2.14,8.59,1.27,2.97,4.93,8.49,9.65,7.08,2.14,5.45,7.06,0.52,6.8,3.68,5.9,6.7,6.69,5.23,5.55,1.98,4.95,1.25,4.81,5.36,7.74,3.94,0.2,5.28,2.05,7.41,3.89,3.8,9.09,3.93] count=inout:[16777216.0,16777200.0,5.0,0.0] n=64 bins=4 lo=0.0 width=2.5 want=[16777232.0,16777215.0,24.0,14.0] ref=count=want --tol rtol=0,atol=0.5
// expect: error counter lost in float at line 20
// why: the counts of all batches so far are floats; from 2^24 on adding 1 is absorbed, whatever the number of records
// figure: count[0]: computed 16777216, MPFR 16777232
#include <cuda_runtime.h>

__device__ int bin_of(float v, float lo, float width, int bins)
{
    int b = (int)floorf((v - lo) / width);
    return min(max(b, 0), bins - 1);
}

// Streams one batch of records into the histogram of the column (floats, because gradients share the buffer).
__global__ void add_batch(const float *value, float *count, int n, int bins, float lo, float width)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int b = bin_of(value[i], lo, width, bins);
    atomicAdd(&count[b], 1.0f);
}
