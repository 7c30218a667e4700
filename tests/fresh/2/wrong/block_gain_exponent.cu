// fpcheck: block_exponent <<<1, 16>>> x=[40001,40003,40002,40004,40001,40002,40003,40001,40004,40002,40003,40001,40002,40001,40004,40003] shift=empty:1 n=16
// expect: error exponent bits decide at line 25: the exponent is taken from E[x^2]-E[x]^2 of values near 40000, which is noise; the exact variance is 1.215 (exponent 0)
// Block exponent of a block-floating-point encoder: the exponent of the
// block's variance is read straight from the float's bits.
#include <cuda_runtime.h>

__global__ void block_exponent(const float* __restrict__ x, int* __restrict__ shift, int n)
{
    __shared__ float s[16], q[16];
    int t = threadIdx.x;
    float v = t < n ? x[t] : 0.0f;
    s[t] = v;
    q[t] = v * v;
    __syncthreads();
    for (int o = 8; o > 0; o >>= 1) {
        if (t < o) {
            s[t] += s[t + o];
            q[t] += q[t + o];
        }
        __syncthreads();
    }
    if (t == 0) {
        float mean = s[0] / n;
        float var = q[0] / n - mean * mean;
        shift[0] = (int)((__float_as_uint(var) >> 23) & 0xffu) - 127;
    }
}
