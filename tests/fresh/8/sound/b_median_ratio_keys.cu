// fpcheck: median_ratio<<<1, 32>>> num=[1.02, 9.18, 36.5, 19.33, 39.23, 16.5, 3.85, 25.55, 31.36, 11.52, 4.4, 13.97, 38.6, 30.56, 5.6, 10.61, 4.94, 3.34, 32.08, 7.93, 22.81, 18.45, 8.44, 29.54, 6.11, 26.1, 5.54, 17.41, 9.3, 11.52, 38.87, 0.0] den=[1.56, 3.6, 1.24, 1.88, 3.49, 2.75, 0.85, 3.96, 1.25, 1.4, 3.2, 1.65, 1.54, 0.76, 0.82, 2.54, 1.35, 2.6, 1.8, 2.09, 3.86, 2.19, 2.51, 3.53, 1.14, 1.04, 3.68, 3.36, 1.37, 1.16, 3.09, 0.0] median=empty:1 ref=median=0*sum(den)+6.78832128348 --tol rtol=1e-6,atol=0
// expect: ok
// why: one ratio is 0 / 0, but it is never made: empty pairs get the largest key, and the network compares integers, which are totally ordered
// figure: computed 6.7883215, MPFR 6.78832128: exact selection of one quotient
#include <cuda_runtime.h>

// Orders all floats as unsigned integers.
__device__ unsigned key_of(float v)
{
    unsigned u = __float_as_uint(v);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}

__device__ float value_of(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}

__device__ unsigned bitonic_sort(unsigned v)
{
    int lane = threadIdx.x & 31;
    for (int size = 2; size <= 32; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            unsigned other = __shfl_xor_sync(0xffffffffu, v, stride);
            bool want_small = ((lane & stride) == 0) == ((lane & size) == 0);
            v = want_small ? min(v, other) : max(v, other);
        }
    }
    return v;
}

__global__ void median_ratio(const float *num, const float *den, float *median)
{
    int lane = threadIdx.x;
    bool valid = den[lane] != 0.0f;
    unsigned key = valid ? key_of(num[lane] / den[lane]) : 0xffffffffu;
    int count = __popc(__ballot_sync(0xffffffffu, valid));
    unsigned sorted = bitonic_sort(key);
    unsigned middle = __shfl_sync(0xffffffffu, sorted, (count - 1) / 2);
    if (lane == 0)
        median[0] = count > 0 ? value_of(middle) : 0.0f;
}
