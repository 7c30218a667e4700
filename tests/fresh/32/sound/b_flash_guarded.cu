// fpcheck: flash_segments <<<10, (32, 4)>>> q=@b_flash_guarded_q.npy k=@b_flash_guarded_k.npy v=@b_flash_guarded_v.npy q_segment=@b_flash_guarded_qs.npy k_segment=@b_flash_guarded_ks.npy o=empty:40x16 lse=empty:40 queries=40 keys=50 scale=0.25 --ref 'o=@b_flash_guarded_o.npy' --ref 'lse=@b_flash_guarded_lse.npy' --tol rtol=1e-4,atol=1e-5
// expect: ok
// why: packed segments: tiles and whole rows may be masked, the running maximum is then -inf, and it is replaced by 0 before it is subtracted, so exp(-inf) = 0 and no NaN arises; rows without keys are 0, with lse -inf, as intended
// figure: o[316] computed 0.00525146909, exact 0.00525135314; 0.011 of the tolerance
namespace {

constexpr int kHead = 16;
constexpr int kTile = 32;
constexpr int kRows = 4;

struct Online {
  float m = -INFINITY;
  float l = 0.0f;
};

template <typename Op>
__device__ float warp_reduce(float v, Op op) {
  for (int o = 16; o > 0; o >>= 1) {
    v = op(v, __shfl_xor_sync(0xffffffffu, v, o));
  }
  return v;
}

struct Max {
  __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};

struct Sum {
  __device__ float operator()(float a, float b) const { return a + b; }
};

// What is subtracted: 0 in place of a maximum over nothing.
__device__ float finite_or_zero(float m) {
  return m == -INFINITY ? 0.0f : m;
}

__device__ void stage(float (*dst)[kHead + 1], const float* src, int first, int rows) {
  int tid = threadIdx.y * 32 + threadIdx.x;
  for (int e = tid; e < kTile * kHead; e += 32 * kRows) {
    int r = e / kHead;
    int c = e % kHead;
    dst[r][c] = first + r < rows ? src[(first + r) * kHead + c] : 0.0f;
  }
}

__device__ float dot(const float* a, const float* b) {
  float s = 0.0f;
  for (int c = 0; c < kHead; ++c) {
    s = fmaf(a[c], b[c], s);
  }
  return s;
}

// Folds one tile's scores in; returns this lane's weight, and by how much what is there shrinks.
__device__ float fold(Online& state, float s, float& shrink) {
  float m_new = fmaxf(state.m, warp_reduce(s, Max()));
  float base = finite_or_zero(m_new);
  shrink = expf(state.m - base);
  float p = expf(s - base);
  state.l = state.l * shrink + warp_reduce(p, Sum());
  state.m = m_new;
  return p;
}

__device__ float finish(float acc, const Online& state) {
  float inverse = 1.0f / state.l;
  return state.l > 0.0f ? acc * inverse : 0.0f;
}

}  // namespace

__global__ void flash_segments(const float* q, const float* k, const float* v, const int* q_segment,
                               const int* k_segment, float* o, float* lse, int queries, int keys, float scale) {
  __shared__ float qs[kRows][kHead];
  __shared__ float ks[kTile][kHead + 1];
  __shared__ float vs[kTile][kHead + 1];
  __shared__ float ps[kRows][kTile];

  int lane = threadIdx.x;
  int row = threadIdx.y;
  int qi = blockIdx.x * kRows + row;
  bool live = qi < queries;

  if (lane < kHead) {
    qs[row][lane] = live ? q[qi * kHead + lane] * scale : 0.0f;
  }
  int segment = live ? q_segment[qi] : -1;

  Online state;
  float acc = 0.0f;
  for (int first = 0; first < keys; first += kTile) {
    __syncthreads();
    stage(ks, k, first, keys);
    stage(vs, v, first, keys);
    __syncthreads();

    int key = first + lane;
    bool seen = key < keys && k_segment[key < keys ? key : 0] == segment;
    float s = seen ? dot(qs[row], ks[lane]) : -INFINITY;
    float shrink;
    ps[row][lane] = fold(state, s, shrink);
    __syncwarp();
    if (lane < kHead) {
      acc *= shrink;
      for (int t = 0; t < kTile; ++t) {
        acc = fmaf(ps[row][t], vs[t][lane], acc);
      }
    }
    __syncwarp();
  }

  if (live) {
    if (lane < kHead) {
      o[qi * kHead + lane] = finish(acc, state);
    }
    if (lane == 0) {
      lse[qi] = state.m + logf(state.l > 0.0f ? state.l : 1.0f);
    }
  }
}
