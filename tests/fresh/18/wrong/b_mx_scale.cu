// fpcheck: mx_dequant <<<2, 32>>> code=@b_mx_scale_q.npy scale=[140, 100] w=empty:64 --ref w=@b_mx_scale_ref.npy --tol rtol=1e-6,atol=0
// expect: error exponent bit trick at line 21: the power of two is added to the exponent bits: a zero element with a negative exponent wraps through the sign to -2^102
// why: the power of two is added to the exponent bits: a zero element with a negative exponent wraps through the sign to -2^102
// figure: w[33] computed -5.071e+30, MPFR 0
// Four-bit e2m1 elements, two a byte (low first), with one e8m0 scale for a block of 32.
__device__ float e2m1(unsigned code)
{
    unsigned mag = code & 7u;
    float v;
    if (mag < 2u)
        v = 0.5f * (float)mag;
    else {
        float m = (mag & 1u) ? 1.5f : 1.0f;
        v = m * (float)(1 << ((mag >> 1) - 1));
    }
    return (code & 8u) ? -v : v;
}

__device__ float scale_by(float v, int e8m0)
{
    int bits = __float_as_int(v) + ((e8m0 - 127) << 23);
    return __int_as_float(bits);
}

__global__ void mx_dequant(const unsigned char *code, const unsigned char *scale, float *w)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    unsigned byte = code[i / 2];
    unsigned nibble = (i & 1) ? byte >> 4 : byte & 15u;
    w[i] = scale_by(e2m1(nibble), scale[blockIdx.x]);
}
