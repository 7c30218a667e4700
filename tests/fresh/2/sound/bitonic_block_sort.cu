// fpcheck: bitonic_sort <<<1, 128>>> x=inout:uniform(-100,100):256 n=256
// expect: ok
// Bitonic sort of 256 floats in shared memory; no arithmetic on the values.
#include <cuda_runtime.h>

__global__ void bitonic_sort(float* x, int n)
{
    __shared__ float s[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) s[i] = i < n ? x[i] : __int_as_float(0x7f800000);
    __syncthreads();

    for (int size = 2; size <= 256; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int t = threadIdx.x;
            int lo = 2 * t - (t & (stride - 1));
            int hi = lo + stride;
            bool up = (lo & size) == 0;
            float a = s[lo], b = s[hi];
            if ((a > b) == up) {
                s[lo] = b;
                s[hi] = a;
            }
            __syncthreads();
        }
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = s[i];
}
