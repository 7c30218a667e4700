// fpcheck: exr_decode <<<2, 128>>> raw=@a_exr_raw.npy out=empty:256 n=256 --ref 'out=@a_exr.npy' --tol bitwise
// expect: error mismatch at line 12
// why: halves put together by hand: a zero exponent field is treated like the others, so subnormals of shadows (and zero) become 2^-15 (1 + m/1024) instead of m 2^-24
// figure: out[5] computed 3.05175781e-05, MPFR 0
__device__ float half_bits_to_float(unsigned short h)
{
    unsigned sign = (unsigned)(h & 0x8000u) << 16;
    unsigned expo = (h >> 10) & 0x1fu;
    unsigned mant = h & 0x3ffu;
    if (expo == 31u)
        return __uint_as_float(sign | 0x7f800000u | (mant << 13));
    return __uint_as_float(sign | ((expo + 112u) << 23) | (mant << 13));
}

__global__ void exr_decode(const unsigned short *__restrict__ raw, float *__restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = half_bits_to_float(raw[i]);
}
