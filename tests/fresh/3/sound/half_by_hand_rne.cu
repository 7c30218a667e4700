// fpcheck: pack_half <<<1, 8>>> x=[1,0.5,0.1,0.001,0.00005,0.00002,-0.00001,70000] packed=empty:8 n=8
// expect: ok
// Float to half by integers: normals, subnormals, overflow, NaN; ties to even.
__device__ unsigned short to_half(float v) {
    unsigned u = __float_as_uint(v);
    unsigned sign = (u >> 16) & 0x8000u;
    u &= 0x7fffffffu;
    if (u > 0x7f800000u) return (unsigned short)(sign | 0x7e00u);
    if (u >= 0x47800000u) return (unsigned short)(sign | 0x7c00u);
    if (u < 0x38800000u) {
        // subnormal: units of 2^-24, the addition of 0.5 rounds in the float unit
        float shifted = __fadd_rn(__uint_as_float(u), 0.5f);
        return (unsigned short)(sign | (__float_as_uint(shifted) - 0x3f000000u));
    }
    unsigned odd = (u >> 13) & 1u;
    u += 0xc8000fffu + odd;
    return (unsigned short)(sign | (u >> 13));
}

__global__ void pack_half(const float* x, unsigned short* packed, int n) {
    int i = threadIdx.x;
    if (i < n) packed[i] = to_half(x[i]);
}
