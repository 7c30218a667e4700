// fpcheck: decode_heights <<<2, 64>>> raw=@a_half_decode_raw.npy metres=empty:128 n=128 --ref 'metres=@a_half_decode_metres.npy' --tol 1ulp
// expect: error mismatch at line 14
// why: binary16 is decoded by hand, with the exponent rebiased even where it is zero: subnormal halves come out as 2^-15 (1 + m) instead of 2^-14 m (known of many hand-written half readers)
// figure: metres[109] computed -3.10838223e-05, exact -1.13248825e-06 (47 of 128 elements off)
__device__ float half_bits_to_float(unsigned h)
{
    unsigned sign = (h & 0x8000u) << 16;
    unsigned expo = (h >> 10) & 0x1fu;
    unsigned mant = h & 0x3ffu;
    if (expo == 0 && mant == 0)
        return __uint_as_float(sign);
    if (expo == 31)
        return __uint_as_float(sign | 0x7f800000u | (mant << 13));
    return __uint_as_float(sign | ((expo + 112u) << 23) | (mant << 13));
}

__global__ void decode_heights(const unsigned short* raw, float* metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        metres[i] = half_bits_to_float(raw[i]);
}
