// fpcheck: pack <<<4, 32>>> values=@b_bitpack_width_x.npy words=inout:zeros:4x32:u32 base=empty:4:u32 width=empty:4:i32
// fpcheck+ unpack <<<4, 32>>> out=empty:4x32:u32 --ref 'out=@b_bitpack_width_ref.npy'
// expect: error wrong by rounding of an integer (mismatch) at line 15
// why: frame-of-reference packing; the width by ceil(log2f(range + 1)), a known trap of column stores: 2^25 + 1 is 2^25 in binary32, so 25 bits are taken for a value that needs 26, and the largest of the frame decodes as the smallest
// figure: out[41] computed 5, exact 33554437 (2 of 128 beyond the tolerance)
__device__ unsigned warp_min(unsigned v) {
  for (int o = 16; o; o >>= 1) v = min(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ unsigned warp_max(unsigned v) {
  for (int o = 16; o; o >>= 1) v = max(v, __shfl_xor_sync(~0u, v, o));
  return v;
}
__device__ int bits_for(unsigned range) {
  return (int)ceilf(log2f((float)(range + 1u)));
}

__global__ void pack(const unsigned* values, unsigned* words, unsigned* base, int* width) {
  int i = blockIdx.x * 32 + threadIdx.x;
  unsigned v = values[i];
  unsigned lo = warp_min(v), hi = warp_max(v);
  int w = bits_for(hi - lo);
  unsigned long long delta = v - lo;
  delta &= (1ull << w) - 1;
  int bit = threadIdx.x * w;
  unsigned long long shifted = delta << (bit & 31);
  unsigned* out = words + blockIdx.x * 32;
  atomicOr(&out[bit >> 5], (unsigned)shifted);
  if (shifted >> 32) atomicOr(&out[(bit >> 5) + 1], (unsigned)(shifted >> 32));
  if (threadIdx.x == 0) {
    base[blockIdx.x] = lo;
    width[blockIdx.x] = w;
  }
}

__global__ void unpack(const unsigned* words, const unsigned* base, const int* width, unsigned* out) {
  int w = width[blockIdx.x];
  int bit = threadIdx.x * w;
  const unsigned* in = words + blockIdx.x * 32;
  unsigned long long pair = in[bit >> 5];
  if ((bit & 31) + w > 32) pair |= (unsigned long long)in[(bit >> 5) + 1] << 32;
  unsigned delta = (unsigned)((pair >> (bit & 31)) & ((1ull << w) - 1));
  out[blockIdx.x * 32 + threadIdx.x] = base[blockIdx.x] + delta;
}
