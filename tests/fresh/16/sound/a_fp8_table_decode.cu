// fpcheck: decode <<<1, 256>>> value=empty:256 n=256 --ref value=@a_fp8_table_decode.npy --tol bitwise
// expect: ok
// why: subnormals of e4m3 are scaled by 2^-9 as integers, normals by shifting into binary32; the two NaN codes are said to be 0 by the format of this file
// figure: computed value[1] = 0.001953125, value[0x7e] = 448, MPFR 0.001953125 and 448; error 0
// All e4m3 codes of a sensor's compressed samples; code 0x7f / 0xff means "no sample" and becomes 0.
__device__ float from_e4m3(unsigned code)
{
    unsigned sign = (code & 0x80u) << 24;
    unsigned e = (code >> 3) & 15u, m = code & 7u;
    if ((code & 0x7fu) == 0x7fu)
        return 0.0f;
    if (e == 0) {
        float v = (float)m * 0.001953125f;
        return sign ? -v : v;
    }
    return __uint_as_float(sign | (e + 120u) << 23 | m << 20);
}

__global__ void decode(float *value, int n)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c < (unsigned)n)
        value[c] = from_e4m3(c);
}
