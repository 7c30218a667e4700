// fpcheck: encode_e4m3 <<<1, 128>>> x=@b_e4m3_codec_x.npy code=empty:128:u8 --ref 'code=@b_e4m3_codec_code.npy' --ref 'back=@b_e4m3_codec_back.npy' --tol bitwise
// fpcheck+ decode_e4m3 <<<1, 128>>> back=empty:128
// expect: ok
// why: e4m3 by hand: saturation to 448 is intended, normals are rounded to even by integer addition on the float's bits, subnormals by adding and taking off a magic 2^14
// figure: all equal; 0 of the tolerance
__device__ unsigned char to_e4m3(float v) {
  unsigned bits = __float_as_uint(v);
  unsigned sign = (bits >> 24) & 0x80u;
  unsigned mag = bits & 0x7fffffffu;
  if (mag > 0x7f800000u) return (unsigned char)(sign | 0x7fu);
  mag = min(mag, __float_as_uint(448.0f));
  unsigned code;
  if (mag < __float_as_uint(0x1p-6f)) {
    // Steps of 2^-9 are the last bits of numbers near 2^14.
    float magic = __fadd_rn(__uint_as_float(mag), 0x1p14f);
    code = __float_as_uint(magic) - __float_as_uint(0x1p14f);
  } else {
    unsigned odd = (mag >> 20) & 1u;
    mag += 0x7ffffu + odd;
    code = (mag >> 20) - (120u << 3);
  }
  return (unsigned char)(sign | code);
}

__device__ float from_e4m3(unsigned char c) {
  unsigned sign = (unsigned)(c & 0x80) << 24;
  unsigned mag = c & 0x7fu;
  float scaled = __uint_as_float(sign | (mag << 20));  // subnormal of binary32 where e4m3's is
  return scaled * 0x1p120f;
}

__global__ void encode_e4m3(const float* x, unsigned char* code) {
  code[threadIdx.x] = to_e4m3(x[threadIdx.x]);
}

__global__ void decode_e4m3(const unsigned char* code, float* back) {
  back[threadIdx.x] = from_e4m3(code[threadIdx.x]);
}
