// fpcheck: smith_waterman <<<1, 96>>> query=@b_sw_int16_floor_q.npy target=@b_sw_int16_floor_t.npy score=empty:3:i32 end=empty:3:i32 target_length=60 --ref 'score=@b_sw_int16_floor_ref.npy'
// expect: error 16-bit overflow (mismatch) at line 39
// why: affine-gap Smith-Waterman in 16 bits as in SIMD aligners: "minus infinity" is SHRT_MIN, and SHRT_MIN - extend wraps to a large positive score (they use saturating subtraction or a floor well above)
// figure: score[0] computed 32767, exact 46 (3 of 3 beyond the tolerance)
namespace {

constexpr short kMatch = 2;
constexpr short kMismatch = -3;
constexpr short kOpen = 5;
constexpr short kExtend = 2;
constexpr short kMinusInf = -32768;
constexpr int kQuery = 32;

struct Cell {
  short h;  // best alignment ending here
  short e;  // ending in a gap of the query
  short f;  // ending in a gap of the target
};

struct Best {
  int score;
  int position;
};

__device__ Cell border() {
  return {0, kMinusInf, kMinusInf};
}

__device__ short larger(short a, short b) {
  return a > b ? a : b;
}

__device__ short substitution(unsigned char a, unsigned char b) {
  return a == b ? kMatch : kMismatch;
}

__device__ short gap(short open_from, short extend_from) {
  short opened = (short)(open_from - kOpen);
  short extended = (short)(extend_from - kExtend);
  return larger(opened, extended);
}

__device__ Cell from_previous_lane(const Cell& c) {
  Cell r;
  r.h = (short)__shfl_up_sync(0xffffffffu, (int)c.h, 1);
  r.e = (short)__shfl_up_sync(0xffffffffu, (int)c.e, 1);
  r.f = (short)__shfl_up_sync(0xffffffffu, (int)c.f, 1);
  return r;
}

// left: same query letter, one target letter before; above: one query letter before; diag: both.
__device__ Cell relax(const Cell& left, const Cell& above, const Cell& diag, short sub) {
  Cell c;
  c.e = gap(left.h, left.e);
  c.f = gap(above.h, above.f);
  short h = (short)(diag.h + sub);
  h = larger(h, 0);
  h = larger(h, c.e);
  h = larger(h, c.f);
  c.h = h;
  return c;
}

__device__ Best better(Best a, Best b) {
  if (b.score > a.score || (b.score == a.score && b.position < a.position)) {
    return b;
  }
  return a;
}

__device__ Best warp_best(Best b) {
  for (int o = 16; o > 0; o >>= 1) {
    Best other;
    other.score = __shfl_xor_sync(0xffffffffu, b.score, o);
    other.position = __shfl_xor_sync(0xffffffffu, b.position, o);
    b = better(b, other);
  }
  return b;
}

}  // namespace

// One warp a pair: lane i holds the row of query letter i, and step d works on the d-th antidiagonal.
__global__ void smith_waterman(const unsigned char* query, const unsigned char* target, int* score, int* end,
                               int target_length) {
  int pair = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  unsigned char letter = query[pair * kQuery + lane];
  const unsigned char* t = target + pair * target_length;

  Cell mine = border();
  Cell diag = border();
  Best best{0, 0x7fffffff};

  for (int d = 0; d < target_length + kQuery - 1; ++d) {
    Cell above = from_previous_lane(mine);
    if (lane == 0) {
      above = border();
    }
    int j = d - lane;
    if (j >= 0 && j < target_length) {
      Cell c = relax(mine, above, diag, substitution(letter, t[j]));
      best = better(best, {c.h, j});
      mine = c;
      diag = above;
    }
  }

  best = warp_best(best);
  if (lane == 0) {
    score[pair] = best.score;
    end[pair] = best.score > 0 ? best.position : -1;
  }
}
