// fpcheck: gemv_w4 <<<4, 32>>> packed=@a_w4_high_nibble_w.npy scale=@a_w4_high_nibble_s.npy x=@a_w4_high_nibble_x.npy y=empty:4 rows=4 k=128 --ref y=@a_w4_high_nibble_y.npy --tol rtol=1e-4,atol=1e-4
// expect: error packed nibble with the wrong sign at line 11
// why: the bytes are signed, so the shift that gets the upper nibble drags the sign along: values 8..15 arrive as -8..-1, 16 too low
// figure: y[0] computed -2.4947753, MPFR -1.02387985
// y = W x, W in 4 bits with offset 8 and a scale for every 32 columns; byte j holds columns 2j (low half) and 2j+1.
#include <cuda_fp16.h>

__device__ __forceinline__ float2 unpack(signed char byte)
{
    int low = (byte & 0xf) - 8;
    int high = (byte >> 4) - 8;
    return make_float2((float)low, (float)high);
}

__global__ void gemv_w4(const signed char *packed, const __half *scale, const __half *x, float *y, int rows, int k)
{
    int row = blockIdx.x;
    if (row >= rows)
        return;
    const int bytes = k / 2, groups = k / 32;
    float acc = 0.0f;
    for (int j = threadIdx.x; j < bytes; j += 32) {
        float2 w = unpack(packed[row * bytes + j]);
        float s = __half2float(scale[row * groups + j / 16]);
        float2 v = __half22float2(*(const __half2 *)(x + 2 * j));
        acc = fmaf(s, fmaf(w.x, v.x, w.y * v.y), acc);
    }
    for (int off = 16; off > 0; off >>= 1)
        acc += __shfl_xor_sync(0xffffffffu, acc, off);
    if (threadIdx.x == 0)
        y[row] = acc;
}
