// fpcheck: pack_bf16 <<<1, 64>>> x=uniform(-8,8):64 packed=empty:64 back=empty:64 n=64 --ref back=x --tol rtol=0.004
// expect: ok
// Float to bf16 by integers, ties to even, NaN kept a NaN.
__device__ unsigned short to_bf16(float v) {
    unsigned u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u) return (unsigned short)((u >> 16) | 0x40u);
    u += 0x7fffu + ((u >> 16) & 1u);
    return (unsigned short)(u >> 16);
}

__global__ void pack_bf16(const float* x, unsigned short* packed, float* back, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned short h = to_bf16(x[i]);
    packed[i] = h;
    back[i] = __uint_as_float((unsigned)h << 16);
}
