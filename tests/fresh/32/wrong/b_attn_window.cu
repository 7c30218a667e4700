// fpcheck: attn_window <<<6, (32, 8)>>> q=@b_attn_window_q.npy k=@b_attn_window_k.npy v=@b_attn_window_v.npy o=empty:48x16:f16 lse=empty:48 seq=48 window=12 scale=0.25 --ref 'o=@b_attn_window_ref.npy' --tol rtol=2e-3,atol=2e-3
// expect: error NaN hidden by a clamp (mismatch) at line 58
// why: the known FlashAttention pitfall: a tile that lies wholly outside the sliding window leaves the running maximum at -inf, and exp(-inf - -inf) is NaN; the clamp to half's range makes -65504 of it
// figure: o[628] computed -65504, exact 0.000398627541 (336 of 768 beyond the tolerance)
#include <cuda_fp16.h>

namespace {

constexpr int kHead = 16;
constexpr int kTile = 16;
constexpr int kRows = 8;
constexpr float kHalfMax = 65504.0f;

struct SoftmaxState {
  float m;
  float l;
};

__device__ float warp_max(float v) {
  for (int o = 16; o > 0; o >>= 1) {
    v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
  }
  return v;
}

__device__ float warp_sum(float v) {
  for (int o = 16; o > 0; o >>= 1) {
    v += __shfl_xor_sync(0xffffffffu, v, o);
  }
  return v;
}

__device__ bool visible(int qi, int ki, int window) {
  return ki <= qi && ki > qi - window;
}

// One tile of keys and values, staged by the whole block.
__device__ void load_tile(float (*dst)[kHead + 1], const float* src, int first, int seq) {
  int tid = threadIdx.y * 32 + threadIdx.x;
  for (int e = tid; e < kTile * kHead; e += 32 * kRows) {
    int r = e / kHead;
    int c = e % kHead;
    dst[r][c] = first + r < seq ? src[(first + r) * kHead + c] : 0.0f;
  }
}

__device__ float score(const float* qrow, const float* krow) {
  float s = 0.0f;
  for (int c = 0; c < kHead; ++c) {
    s += qrow[c] * krow[c];
  }
  return s;
}

// Moves the running maximum up and says by what the accumulators shrink.
__device__ float advance(SoftmaxState& st, float tile_max) {
  float m_new = fmaxf(st.m, tile_max);
  float alpha = __expf(st.m - m_new);
  st.m = m_new;
  st.l *= alpha;
  return alpha;
}

__device__ __half to_half_saturated(float v) {
  return __float2half(fminf(fmaxf(v, -kHalfMax), kHalfMax));
}

}  // namespace

__global__ void attn_window(const float* q, const float* k, const float* v, __half* o, float* lse, int seq,
                            int window, float scale) {
  __shared__ float qs[kRows][kHead];
  __shared__ float ks[kTile][kHead + 1];
  __shared__ float vs[kTile][kHead + 1];
  __shared__ float ps[kRows][kTile];

  int lane = threadIdx.x;
  int row = threadIdx.y;
  int qi = blockIdx.x * kRows + row;

  if (lane < kHead) {
    qs[row][lane] = qi < seq ? q[qi * kHead + lane] * scale : 0.0f;
  }

  SoftmaxState st{-INFINITY, 0.0f};
  float acc = 0.0f;

  for (int first = 0; first < seq; first += kTile) {
    __syncthreads();
    load_tile(ks, k, first, seq);
    load_tile(vs, v, first, seq);
    __syncthreads();

    float s = -INFINITY;
    if (lane < kTile && first + lane < seq && visible(qi, first + lane, window)) {
      s = score(qs[row], ks[lane]);
    }
    float alpha = advance(st, warp_max(s));
    float p = lane < kTile ? __expf(s - st.m) : 0.0f;
    if (lane < kTile) {
      ps[row][lane] = p;
    }
    __syncwarp();
    st.l += warp_sum(p);
    if (lane < kHead) {
      acc *= alpha;
      for (int t = 0; t < kTile; ++t) {
        acc += ps[row][t] * vs[t][lane];
      }
    }
    __syncwarp();
  }

  if (qi < seq) {
    if (lane < kHead) {
      o[qi * kHead + lane] = to_half_saturated(acc / st.l);
    }
    if (lane == 0) {
      lse[qi] = fmaxf(st.m + __logf(st.l), -1.0e30f);
    }
  }
}
