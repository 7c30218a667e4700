// Attention of one warp on tensor cores, 16 queries, keys in tiles of 16, d = 16: the sum is not rescaled when the maximum grows; the mask of the
// diagonal's tile lets one key too many through; and neither.
#include <cuda_fp16.h>

__device__ unsigned pair(const __half* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ unsigned joined(float low, float high) {
  const __half2 h = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&h);
}
__device__ unsigned strided(const __half* p, int stride) {
  const __half2 h = __halves2half2(p[0], p[stride]);
  return *reinterpret_cast<const unsigned*>(&h);
}
#define MULTIPLY(d, a0, a1, a2, a3, b0, b1)                                                                                                                    \
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                                        \
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1))
__device__ float over_row(float x, bool is_maximum) {
  for (int step = 1; step < 4; step *= 2) {
    const float other = __shfl_xor_sync(0xffffffffu, x, step);
    x = is_maximum ? fmaxf(x, other) : x + other;
  }
  return x;
}

struct attention_state {
  float sum[2] = {}, top[2] = {-INFINITY, -INFINITY}, out[2][4] = {};
};
/// One tile of keys from `first` on. `Slack`: how many keys beyond its own a query sees.
template <bool Rescales, int Slack>
__device__ void add_tile(attention_state& a, const __half* q, const __half* k, const __half* v, int first) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float s[2][4] = {};
  for (int h = 0; h < 2; ++h) {
    const __half *x = q + row * 16 + part, *y = k + (first + 8 * h + row) * 16 + part;
    MULTIPLY(s[h], pair(x), pair(x + 8 * 16), pair(x + 8), pair(x + 8 * 16 + 8), pair(y), pair(y + 8));
  }
  for (int h = 0; h < 2; ++h)
    for (int e = 0; e < 4; ++e)
      if (first + 8 * h + part + e % 2 > 48 + row + e / 2 * 8 + Slack) s[h][e] = -INFINITY;
  for (int r = 0; r < 2; ++r) {
    const float mine = fmaxf(fmaxf(s[0][2 * r], s[0][2 * r + 1]), fmaxf(s[1][2 * r], s[1][2 * r + 1]));
    const float top = fmaxf(a.top[r], over_row(mine, true)), scale = expf(a.top[r] - top);
    a.top[r] = top;
    float added = 0;
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 2; ++e) added += s[h][2 * r + e] = expf(s[h][2 * r + e] - top);
    a.sum[r] = (Rescales ? a.sum[r] * scale : a.sum[r]) + over_row(added, false);
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 2; ++e) a.out[h][2 * r + e] *= scale;
  }
  for (int h = 0; h < 2; ++h) {
    const __half* y = v + (first + part) * 16 + 8 * h + row;
    MULTIPLY(a.out[h], joined(s[0][0], s[0][1]), joined(s[0][2], s[0][3]), joined(s[1][0], s[1][1]), joined(s[1][2], s[1][3]), strided(y, 16), strided(y + 8 * 16, 16));
  }
}
__device__ float result(const attention_state& a, int h, int e) { return a.out[h][e] / a.sum[e / 2]; }
__device__ int place(int h, int e) { return (threadIdx.x / 4 + e / 2 * 8) * 16 + 8 * h + threadIdx.x % 4 * 2 + e % 2; }

// fpcheck: attention_sum_left <<<1, 32>>> q=randn:16x16:f16 k=randn:64x16:f16 v=randn:64x16:f16 o=empty:16x16 'ref=let s=where(arange(16)[:,None]+48 >= arange(64)[None,:], q@k.T, -inf); let p=softmax(s,1); p@v' --round p=f16
// expect: attention_sum_left rule=mismatch line=marked max_findings=3
__global__ void attention_sum_left(const __half* q, const __half* k, const __half* v, float* o) {
  attention_state a;
  for (int first = 0; first < 64; first += 16) add_tile<false, 0>(a, q, k, v, first);
  for (int h = 0; h < 2; ++h)
    for (int e = 0; e < 4; ++e) o[place(h, e)] = result(a, h, e); // expect-line
}

// fpcheck: attention_one_key_more <<<1, 32>>> q=randn:16x16:f16 k=randn:64x16:f16 v=randn:64x16:f16 o=empty:16x16 'ref=let s=where(arange(16)[:,None]+48 >= arange(64)[None,:], q@k.T, -inf); let p=softmax(s,1); p@v' --round p=f16
// expect: attention_one_key_more rule=mismatch line=marked max_findings=3
__global__ void attention_one_key_more(const __half* q, const __half* k, const __half* v, float* o) {
  attention_state a;
  for (int first = 0; first < 64; first += 16) add_tile<true, 1>(a, q, k, v, first);
  for (int h = 0; h < 2; ++h)
    for (int e = 0; e < 4; ++e) o[place(h, e)] = result(a, h, e); // expect-line
}

// fpcheck: attention_rescaled <<<1, 32>>> q=randn:16x16:f16 k=randn:64x16:f16 v=randn:64x16:f16 o=empty:16x16 'ref=let s=where(arange(16)[:,None]+48 >= arange(64)[None,:], q@k.T, -inf); let p=softmax(s,1); p@v' --round p=f16
// expect: attention_rescaled clean
__global__ void attention_rescaled(const __half* q, const __half* k, const __half* v, float* o) {
  attention_state a;
  for (int first = 0; first < 64; first += 16) add_tile<true, 0>(a, q, k, v, first);
  for (int h = 0; h < 2; ++h)
    for (int e = 0; e < 4; ++e) o[place(h, e)] = result(a, h, e);
}
