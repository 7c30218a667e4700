// fpcheck: pack_pairs <<<1, 32>>> re=[1.0,1.0039062,1.0117188,-2.7,3e+38,0.1] im=[-0.5,65536.25,0.001,-1.0117188,7.7,123456.0] packed=empty:6 n=6 want=[3204464512,1199587200,981680002,3213017133,1089896290,1206992333] ref=packed=want
// expect: ok
// why: bfloat16 made by integer arithmetic: 0x7fff plus the last kept bit rounds to nearest, ties to even; NaN is treated apart, so the carry cannot make it an infinity
// figure: packed[1] low half (tie 1.00390625) computed 0x3f80, right 0x3f80; exact integers
// Structure factors to pairs of bfloat16: real part below, imaginary part above
__device__ unsigned to_bf16(float x)
{
    unsigned u = __float_as_uint(x);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fc0u;
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void pack_pairs(const float *re, const float *im, unsigned *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        packed[i] = __byte_perm(to_bf16(re[i]), to_bf16(im[i]), 0x5410);
}
