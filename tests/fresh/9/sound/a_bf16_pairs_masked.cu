// fpcheck: store_pairs<<<1, 32>>> x=[1.0,2.700000047683716,-3.141590118408203,0.10000000149011612,0.0010000000474974513,7.769999980926514,1.00390625,1.01171875,-0.3330000042915344,65504.0,3.0000000054977558e+38,9.99994610111476e-41] packed=empty:6 back=empty:12 pairs=6 want=[1.0,2.703125,-3.140625,0.10009765625,0.00099945068359375,7.78125,1.0,1.015625,-0.33203125,65536.0,3.00405527047391e+38,9.183549615799121e-41] ref=back=want --tol bitwise
// expect: ok
// why: bf16 by adding to the bits: ties to even, a carry into the exponent is right, halves are shifted and masked
// figure: error 0 of bitwise (one rounding to bf16)
// Pairs of bf16 in one word, rounded to nearest even on the bits; a NaN stays a quiet NaN.
__device__ unsigned to_bf16(float v)
{
    unsigned u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (u >> 16) | 0x40u;
    u += 0x7fffu + ((u >> 16) & 1u);
    return u >> 16;
}

__device__ float from_bf16(unsigned h)
{
    return __uint_as_float(h << 16);
}

__global__ void store_pairs(const float *x, unsigned *packed, float *back, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    unsigned p = to_bf16(x[2 * i]) | to_bf16(x[2 * i + 1]) << 16;
    packed[i] = p;
    back[2 * i] = from_bf16(p & 0xffffu);
    back[2 * i + 1] = from_bf16(p >> 16);
}
