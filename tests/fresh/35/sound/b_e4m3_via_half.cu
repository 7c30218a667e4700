// fpcheck: gemv_fp8 <<<8, 32>>> w=@b_e4h_w.npy x=@b_e4h_x.npy y=empty:8 k=96 --ref y=@b_e4h_ref.npy --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: fp8 codes are moved into the exponent and mantissa of a half and multiplied by 2^8: subnormal codes become subnormal halves and come out right too
// figure: y: largest error 1.55e-06 (9.83e-07 relative at its worst, largest |value| 43.5475), as simulated
#include <cuda_fp16.h>

__device__ float decode_e4m3(unsigned char c)
{
    unsigned short bits = (unsigned short)(((c & 0x80u) << 8) | ((c & 0x7fu) << 7));
    return __half2float(__ushort_as_half(bits)) * 256.0f;
}

__global__ void gemv_fp8(const unsigned char *w, const float *x, float *y, int k)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < k; i += 32)
        s = fmaf(decode_e4m3(w[blockIdx.x * k + i]), x[i], s);
    for (int o = 16; o; o >>= 1)
        s += __shfl_down_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0) y[blockIdx.x] = s;
}
