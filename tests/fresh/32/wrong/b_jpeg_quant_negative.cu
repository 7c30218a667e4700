// fpcheck: encode_blocks <<<2, (8, 2)>>> pixels=@b_jpeg_quant_negative_x.npy table=@b_jpeg_quant_negative_q.npy coef=empty:4x8x8:i16 blocks=4 --ref 'coef=@b_jpeg_quant_negative_ref.npy'
// expect: error wrong rounding of negatives (mismatch) at line 83
// why: integer JPEG forward DCT (libjpeg's islow); the quantiser adds half the divisor before a division that truncates towards zero, right for positive coefficients only (a bug of several home-made encoders): -0.9 steps become 0
// figure: coef[1] computed -8, exact -9 (42 of 256 beyond the tolerance)
namespace {

constexpr int kConstBits = 13;
constexpr int kPass1Bits = 2;

constexpr int kFix0298631336 = 2446;
constexpr int kFix0390180644 = 3196;
constexpr int kFix0541196100 = 4433;
constexpr int kFix0765366865 = 6270;
constexpr int kFix0899976223 = 7373;
constexpr int kFix1175875602 = 9633;
constexpr int kFix1501321110 = 12299;
constexpr int kFix1847759065 = 15137;
constexpr int kFix1961570560 = 16069;
constexpr int kFix2053119869 = 16819;
constexpr int kFix2562915447 = 20995;
constexpr int kFix3072711026 = 25172;

__device__ __forceinline__ int descale(int v, int bits) {
  return (v + (1 << (bits - 1))) >> bits;
}

// One pass of the Loeffler-Ligtenberg-Moschytz transform over d[0], d[stride], ...
template <bool kFirst>
__device__ void dct_pass(int* d, int stride) {
  const int shift = kFirst ? kConstBits - kPass1Bits : kConstBits + kPass1Bits;

  int tmp0 = d[0 * stride] + d[7 * stride];
  int tmp7 = d[0 * stride] - d[7 * stride];
  int tmp1 = d[1 * stride] + d[6 * stride];
  int tmp6 = d[1 * stride] - d[6 * stride];
  int tmp2 = d[2 * stride] + d[5 * stride];
  int tmp5 = d[2 * stride] - d[5 * stride];
  int tmp3 = d[3 * stride] + d[4 * stride];
  int tmp4 = d[3 * stride] - d[4 * stride];

  int tmp10 = tmp0 + tmp3;
  int tmp13 = tmp0 - tmp3;
  int tmp11 = tmp1 + tmp2;
  int tmp12 = tmp1 - tmp2;

  if (kFirst) {
    d[0 * stride] = (tmp10 + tmp11) * (1 << kPass1Bits);
    d[4 * stride] = (tmp10 - tmp11) * (1 << kPass1Bits);
  } else {
    d[0 * stride] = descale(tmp10 + tmp11, kPass1Bits);
    d[4 * stride] = descale(tmp10 - tmp11, kPass1Bits);
  }

  int z1 = (tmp12 + tmp13) * kFix0541196100;
  d[2 * stride] = descale(z1 + tmp13 * kFix0765366865, shift);
  d[6 * stride] = descale(z1 - tmp12 * kFix1847759065, shift);

  z1 = tmp4 + tmp7;
  int z2 = tmp5 + tmp6;
  int z3 = tmp4 + tmp6;
  int z4 = tmp5 + tmp7;
  int z5 = (z3 + z4) * kFix1175875602;

  tmp4 *= kFix0298631336;
  tmp5 *= kFix2053119869;
  tmp6 *= kFix3072711026;
  tmp7 *= kFix1501321110;
  z1 *= -kFix0899976223;
  z2 *= -kFix2562915447;
  z3 *= -kFix1961570560;
  z4 *= -kFix0390180644;
  z3 += z5;
  z4 += z5;

  d[7 * stride] = descale(tmp4 + z1 + z3, shift);
  d[5 * stride] = descale(tmp5 + z2 + z4, shift);
  d[3 * stride] = descale(tmp6 + z2 + z3, shift);
  d[1 * stride] = descale(tmp7 + z1 + z4, shift);
}

__device__ short quantise(int coefficient, int step) {
  int divisor = step << 3;  // the transform is scaled by 8
  return (short)((coefficient + (divisor >> 1)) / divisor);
}

}  // namespace

// Eight threads a block of pixels: thread t makes row t, then column t.
__global__ void encode_blocks(const unsigned char* pixels, const int* table, short* coef, int blocks) {
  __shared__ int work[2][64];
  int t = threadIdx.x;
  int slot = threadIdx.y;
  int block = blockIdx.x * 2 + slot;
  bool active = block < blocks;
  int* w = work[slot];

  if (active) {
    for (int c = 0; c < 8; ++c) {
      w[t * 8 + c] = (int)pixels[block * 64 + t * 8 + c] - 128;
    }
    dct_pass<true>(w + t * 8, 1);
  }
  __syncthreads();
  if (active) {
    dct_pass<false>(w + t, 8);
  }
  __syncthreads();
  if (active) {
    for (int c = 0; c < 8; ++c) {
      coef[block * 64 + t * 8 + c] = quantise(w[t * 8 + c], table[t * 8 + c]);
    }
  }
}
