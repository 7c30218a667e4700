// fpcheck: pack_rows <<<1, 32>>> x=[1.00390625,1.01171875,-1.00390625,-2.5234375,0.1,-0.1,3.3895e+38,65504.0,1e-40,-0.0,123.456,7.0] packed=empty:6 n=6 want=[1065500544,3223502720,3184344525,1199603583,2147483649,1088439031] ref=packed=want --tol bitwise
// expect: ok
// why: bf16 by integer arithmetic on the bits: adds 0x7fff and the lowest kept bit, so ties go to even; NaN is told apart first; 3.3895e38 rounds to the largest finite number
// figure: packed computed ['0x3f823f80', '0xc022bf80', '0xbdcd3dcd', '0x47807f7f', '0x80000001', '0x40e042f7'], the same
// Two bf16 in a word, rounded to nearest even without the intrinsics.
__device__ unsigned to_bf16(float v)
{
    const unsigned bits = __float_as_uint(v);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (bits >> 16) | 0x40u;
    return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}

__global__ void pack_rows(const float *x, unsigned *packed, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = to_bf16(x[2 * i]) | (to_bf16(x[2 * i + 1]) << 16);
}
