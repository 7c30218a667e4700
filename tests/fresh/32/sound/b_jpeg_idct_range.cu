// fpcheck: decode_blocks <<<2, (8, 2)>>> coef=@b_jpeg_idct_range_c.npy table=@b_jpeg_idct_range_q.npy pixels=empty:4x8x8:u8 blocks=4 --ref 'pixels=@b_jpeg_idct_range_ref.npy'
// expect: ok
// why: libjpeg's integer inverse DCT: arithmetic shifts of negative sums, and a range-limit table indexed with & 1023, whose wrapped indices are the negative and the too large values, which it clamps by intent
// figure: all equal; 0 of the tolerance
namespace {

constexpr int kConstBits = 13;
constexpr int kPass1Bits = 2;
constexpr int kRangeMask = 1023;

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

// Entry i & 1023 holds 128 + i, limited to a byte, for i in -512 .. 511.
__device__ void make_range_limit(unsigned char* limit, int tid, int threads) {
  for (int i = tid; i <= kRangeMask; i += threads) {
    int centred = i < 512 ? i : i - 1024;
    limit[i] = (unsigned char)min(max(centred + 128, 0), 255);
  }
}

template <int kShift>
__device__ __forceinline__ int descale(int v) {
  return (v + (1 << (kShift - 1))) >> kShift;
}

// The eight outputs of one line, in place.
template <int kShift>
__device__ void inverse_line(int* d, int stride) {
  // Even part.
  int z2 = d[2 * stride];
  int z3 = d[6 * stride];
  int z1 = (z2 + z3) * kFix0541196100;
  int tmp2 = z1 - z3 * kFix1847759065;
  int tmp3 = z1 + z2 * kFix0765366865;

  z2 = d[0];
  z3 = d[4 * stride];
  int tmp0 = (z2 + z3) * (1 << kConstBits);
  int tmp1 = (z2 - z3) * (1 << kConstBits);

  int tmp10 = tmp0 + tmp3;
  int tmp13 = tmp0 - tmp3;
  int tmp11 = tmp1 + tmp2;
  int tmp12 = tmp1 - tmp2;

  // Odd part.
  tmp0 = d[7 * stride];
  tmp1 = d[5 * stride];
  tmp2 = d[3 * stride];
  tmp3 = d[1 * stride];

  z1 = tmp0 + tmp3;
  z2 = tmp1 + tmp2;
  z3 = tmp0 + tmp2;
  int z4 = tmp1 + tmp3;
  int z5 = (z3 + z4) * kFix1175875602;

  tmp0 *= kFix0298631336;
  tmp1 *= kFix2053119869;
  tmp2 *= kFix3072711026;
  tmp3 *= kFix1501321110;
  z1 *= -kFix0899976223;
  z2 *= -kFix2562915447;
  z3 = z3 * -kFix1961570560 + z5;
  z4 = z4 * -kFix0390180644 + z5;

  tmp0 += z1 + z3;
  tmp1 += z2 + z4;
  tmp2 += z2 + z3;
  tmp3 += z1 + z4;

  d[0 * stride] = descale<kShift>(tmp10 + tmp3);
  d[7 * stride] = descale<kShift>(tmp10 - tmp3);
  d[1 * stride] = descale<kShift>(tmp11 + tmp2);
  d[6 * stride] = descale<kShift>(tmp11 - tmp2);
  d[2 * stride] = descale<kShift>(tmp12 + tmp1);
  d[5 * stride] = descale<kShift>(tmp12 - tmp1);
  d[3 * stride] = descale<kShift>(tmp13 + tmp0);
  d[4 * stride] = descale<kShift>(tmp13 - tmp0);
}

}  // namespace

// Eight threads a block of pixels: thread t makes column t, then row t.
__global__ void decode_blocks(const short* coef, const int* table, unsigned char* pixels, int blocks) {
  __shared__ int work[2][64];
  __shared__ unsigned char limit[kRangeMask + 1];
  int t = threadIdx.x;
  int slot = threadIdx.y;
  int block = blockIdx.x * 2 + slot;
  bool active = block < blocks;
  int* w = work[slot];

  make_range_limit(limit, slot * 8 + t, 16);
  if (active) {
    for (int r = 0; r < 8; ++r) {
      w[r * 8 + t] = coef[block * 64 + r * 8 + t] * table[r * 8 + t];
    }
    inverse_line<kConstBits - kPass1Bits>(w + t, 8);
  }
  __syncthreads();
  if (active) {
    inverse_line<kConstBits + kPass1Bits + 3>(w + t * 8, 1);
    for (int c = 0; c < 8; ++c) {
      pixels[block * 64 + t * 8 + c] = limit[w[t * 8 + c] & kRangeMask];
    }
  }
}
