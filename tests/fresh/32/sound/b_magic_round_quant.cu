// fpcheck: quantise <<<1, 256>>> x=@b_magic_round_quant_x.npy q=empty:256:i8 inverse_scale=20.0 --ref 'q=@b_magic_round_quant_ref.npy'
// expect: ok
// why: 1.5 * 2^23 is added and the low byte of the bits is the rounded number, two's complement and all; the clamp before it keeps it in -127..127
// figure: all equal; 0 of the tolerance
__device__ int round_by_magic(float v) {
  float shifted = __fadd_rn(v, 12582912.0f);
  return __float_as_int(shifted) - 0x4b400000;
}

__global__ void quantise(const float* x, signed char* q, float inverse_scale) {
  int i = threadIdx.x;
  float v = __fmul_rn(x[i], inverse_scale);
  v = fminf(fmaxf(v, -127.0f), 127.0f);
  q[i] = (signed char)round_by_magic(v);
}
