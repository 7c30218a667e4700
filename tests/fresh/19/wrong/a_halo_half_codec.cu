// fpcheck: encode <<<1, 8>>> x=[1,-2.5,3.05175781e-05,1e-06,3e-05,-4e-06,65000,0.09997] code=empty:8 n=8 want=[15360,49408,512,17,503,32835,31727,11878] --ref 'code=want' --tol rtol=1e-9,atol=0
// expect: error conversion at line 17
// why: half by hand: the rebiased exponent of a number below 2^-14 is not positive, its sign bits run into the sign of the code
// figure: code[3] computed 60466 (-4296.0), MPFR 17 (1.0132789611816406e-06)
// Packs simulation halos into 16 bits (binary16, to nearest, ties to even) before they are sent.
__device__ unsigned short pack16(float v)
{
    unsigned bits = __float_as_uint(v);
    unsigned sign = (bits >> 16) & 0x8000u;
    unsigned mag = bits & 0x7fffffffu;
    if (mag >= 0x47800000u) // 65536 and more, infinity, NaN
        return (unsigned short)(sign | (mag > 0x7f800000u ? 0x7e00u : 0x7c00u));
    mag += 0x0fffu + ((mag >> 13) & 1u);
    int exponent = (int)(mag >> 23) - 127 + 15;
    if (mag == 0x0fffu)
        return (unsigned short)sign; // zero
    return (unsigned short)(sign | ((unsigned)exponent << 10) | ((mag >> 13) & 0x3ffu));
}

__global__ void encode(const float *x, unsigned short *code, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        code[i] = pack16(x[i]);
}
