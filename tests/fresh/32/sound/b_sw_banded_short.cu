// fpcheck: align <<<1, 96>>> query=@b_sw_banded_short_q.npy target=@b_sw_banded_short_t.npy score=empty:3:i32 end=empty:3:i32 histogram=inout:zeros:4:i32 target_length=70 --ref 'score=@b_sw_banded_short_ref.npy' --ref 'end=@b_sw_banded_short_end.npy'
// expect: ok
// why: 16-bit affine-gap alignment whose "minus infinity" is -16384, so that subtracting penalties cannot wrap (opening from h >= 0 lifts it at once); scores are narrowed to short, but at most 64
// figure: all equal; 0 of the tolerance
namespace {

constexpr int kQuery = 32;
constexpr short kFloor = -16384;

struct Penalties {
  short match;
  short mismatch;
  short open;
  short extend;
};

struct Cell {
  short h;
  short e;
  short f;
};

// A score and a position in one word: the larger score first, of equal ones the smaller position.
struct Best {
  int key;
  __device__ static Best none() { return {0}; }
  __device__ static Best of(short score, int position) { return {((int)score << 16) | (0xffff - position)}; }
  __device__ int score() const { return key >> 16; }
  __device__ int position() const { return 0xffff - (key & 0xffff); }
};

__device__ Cell border() {
  return {0, kFloor, kFloor};
}

__device__ short larger(int a, int b) {
  return (short)(a > b ? a : b);
}

__device__ short gap(const Penalties& p, short open_from, short extend_from) {
  return larger(open_from - p.open, extend_from - p.extend);
}

__device__ int packed(const Cell& c) {
  return (int)((unsigned)(unsigned short)c.h | ((unsigned)(unsigned short)c.f << 16));
}

// Two of the three shorts travel in one shuffle; e is not needed by the next lane.
__device__ Cell from_previous_lane(const Cell& c) {
  int w = __shfl_up_sync(0xffffffffu, packed(c), 1);
  Cell r;
  r.h = (short)(w & 0xffff);
  r.e = kFloor;
  r.f = (short)(w >> 16);
  return r;
}

__device__ Cell relax(const Penalties& p, const Cell& left, const Cell& above, const Cell& diag, bool equal) {
  Cell c;
  c.e = gap(p, left.h, left.e);
  c.f = gap(p, above.h, above.f);
  short h = (short)(diag.h + (equal ? p.match : p.mismatch));
  c.h = larger(larger(h, 0), larger(c.e, c.f));
  return c;
}

__device__ Best better(Best a, Best b) {
  return b.key > a.key ? b : a;
}

__device__ Best warp_best(Best b) {
  for (int o = 16; o > 0; o >>= 1) {
    b = better(b, {__shfl_xor_sync(0xffffffffu, b.key, o)});
  }
  return b;
}

__device__ int bucket(int score) {
  return score < 16 ? 0 : score < 32 ? 1 : score < 48 ? 2 : 3;
}

}  // namespace

// One warp a pair: lane i holds the row of query letter i, and step d works on the d-th antidiagonal.
__global__ void align(const unsigned char* query, const unsigned char* target, int* score, int* end, int* histogram,
                      int target_length) {
  const Penalties p{2, -3, 5, 2};
  int pair = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  unsigned char letter = query[pair * kQuery + lane];
  const unsigned char* t = target + pair * target_length;

  Cell mine = border();
  Cell diag = border();
  Best best = Best::none();

  for (int d = 0; d < target_length + kQuery - 1; ++d) {
    Cell above = from_previous_lane(mine);
    if (lane == 0) {
      above = border();
    }
    int j = d - lane;
    if (j >= 0 && j < target_length) {
      Cell c = relax(p, mine, above, diag, letter == t[j]);
      if (c.h > 0) {
        best = better(best, Best::of(c.h, j));
      }
      mine = c;
      diag = above;
    }
  }

  best = warp_best(best);
  if (lane == 0) {
    score[pair] = best.score();
    end[pair] = best.key != 0 ? best.position() : -1;
    atomicAdd(&histogram[bucket(best.score())], 1);
  }
}
