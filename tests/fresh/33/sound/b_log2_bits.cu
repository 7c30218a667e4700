// fpcheck: levels <<<2, 128>>> power=@b_lg_power.npy db=empty:256 n=256 --ref 'db=@b_lg_db.npy' --tol rtol=2e-6,atol=2e-6
// expect: ok
// why: the exponent is taken from the bits with the mantissa centred at 1 by an integer subtraction that may borrow, and the rest is a series in (m - 1) / (m + 1), whose difference is exact
// figure: db[236] computed 25.7647629, MPFR 25.7647654, worst of 256, 0.047 of the tolerance
#include <cuda_runtime.h>

__device__ float log2_bits(float x)
{
    int u = __float_as_int(x);
    int shift = (u - 0x3f3504f3) & 0xff800000;     // exponent of x / sqrt(1/2)
    float m = __int_as_float(u - shift);           // in [sqrt(1/2), sqrt(2))
    float e = (float)(shift >> 23);
    float s = (m - 1.0f) / (m + 1.0f);
    float z = s * s;
    float p = 0.2623080f;                          // 2 / (11 ln 2)
    p = fmaf(p, z, 0.32059890f);
    p = fmaf(p, z, 0.41219858f);
    p = fmaf(p, z, 0.57707802f);
    p = fmaf(p, z, 0.96179669f);
    p = fmaf(p, z, 2.88539008f);
    return fmaf(p, s, e);
}

// Spectrum in decibels, subnormal powers and zero at the floor of -380
__global__ void levels(const float* power, float* db, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = power[i];
    db[i] = p >= 1.17549435e-38f ? 3.01029996f * log2_bits(p) : -380.0f;
}
