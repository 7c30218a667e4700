// fpcheck: dequant_int4 <<<2, 32>>> packed=@b_int4_magic_dequant_w.npy scale=@b_int4_magic_dequant_s.npy w=empty:64x8:f16 words=64 --ref 'w=@b_int4_magic_dequant_ref.npy' --tol bitwise
// expect: ok
// why: the AWQ / FasterTransformer trick: a nibble or'ed into the bits of half 1024 is 1024 + nibble exactly, and 1032 is subtracted: no conversion, nothing is lost though 1032 - 1024 looks like cancellation
// figure: w[0] computed -0.15625, exact -0.15625; 0 of the tolerance
#include <cuda_fp16.h>

union Pair {
  unsigned bits;
  __half2 value;
};

// Nibbles j and j + 4 of a word, as signed halves.
__device__ __half2 two_nibbles(unsigned word, int j) {
  Pair p;
  p.bits = ((word >> (4 * j)) & 0x000f000fu) | 0x64006400u;
  const __half2 bias = __floats2half2_rn(1032.0f, 1032.0f);
  return __hsub2(p.value, bias);
}

__global__ void dequant_int4(const unsigned* packed, const __half* scale, __half* w, int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words) return;
  __half2 s = __half2half2(scale[i / 8]);
  __half2* out = reinterpret_cast<__half2*>(w + i * 8);
  for (int j = 0; j < 4; ++j) {
    out[j] = __hmul2(two_nibbles(packed[i], j), s);
  }
}
