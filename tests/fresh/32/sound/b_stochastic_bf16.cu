// fpcheck: stochastic_round <<<2, 128>>> x=@b_stochastic_bf16_x.npy y=empty:256:u16 back=empty:256 seed=77 --ref 'y=@b_stochastic_bf16_ref.npy'
// expect: ok
// why: stochastic rounding to bfloat16: 16 hashed bits are added to the float's bits and the low half is cut off; up to a whole ulp off, by design, and exactly what the reference does
// figure: all equal; 0 of the tolerance
__device__ unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

__global__ void stochastic_round(const float* x, unsigned short* y, float* back, unsigned seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned bits = __float_as_uint(x[i]);
  unsigned noise = mix((unsigned)i + seed) & 0xffffu;
  unsigned r = (bits + noise) >> 16;
  y[i] = (unsigned short)r;
  back[i] = __uint_as_float(r << 16);
}
