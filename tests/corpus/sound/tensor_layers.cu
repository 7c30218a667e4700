// Layers of networks on tensor cores: causal attention in bf16, attention in f16 over keys of which some are padding, its gradient's first product, a linear
// layer of int8 with scales and a bias, and one of f16 with GELU.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T>
__device__ unsigned pair(const T* p) { return *reinterpret_cast<const unsigned*>(p); }
__device__ unsigned joined(const __nv_bfloat16*, float low, float high) {
  const __nv_bfloat162 h = __floats2bfloat162_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&h);
}
__device__ unsigned joined(const __half*, float low, float high) {
  const __half2 h = __floats2half2_rn(low, high);
  return *reinterpret_cast<const unsigned*>(&h);
}
template <class T>
__device__ unsigned strided(const T* p, int stride) {
  const T both[2] = {p[0], p[stride]};
  unsigned out;
  memcpy(&out, both, 4);
  return out;
}
#define MULTIPLY(type, d, a0, a1, a2, a3, b0, b1)                                                                                                              \
  asm("mma.sync.aligned.m16n8k16.row.col.f32." type "." type ".f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"                              \
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1))
__device__ void multiply(const __nv_bfloat16*, float (&d)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) { MULTIPLY("bf16", d, a0, a1, a2, a3, b0, b1); }
__device__ void multiply(const __half*, float (&d)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0, unsigned b1) { MULTIPLY("f16", d, a0, a1, a2, a3, b0, b1); }
template <class F>
__device__ float over_row(float x, F f) {
  x = f(x, __shfl_xor_sync(0xffffffffu, x, 1));
  return f(x, __shfl_xor_sync(0xffffffffu, x, 2));
}
/// Rows of A and of B, `inner` elements each: one tile of 16 x 8 of A B^T.
template <class T>
__device__ void multiply_rows(const T* a, const T* b, int inner, float (&d)[4]) {
  const T *x = a + threadIdx.x % 32 / 4 * inner + threadIdx.x % 4 * 2, *y = b + threadIdx.x % 32 / 4 * inner + threadIdx.x % 4 * 2;
  for (int i = 0; i < inner; i += 16) multiply(a, d, pair(x + i), pair(x + i + 8 * inner), pair(x + i + 8), pair(x + i + 8 * inner + 8), pair(y + i), pair(y + i + 8));
}

/// 16 queries of one warp over tiles of 16 keys, 32 elements each; `sees` says which of the keys a query has.
template <class T, class Sees>
__device__ void attend(int keys, float scale, const T* q, const T* k, const T* v, Sees sees, T* o) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float sum[2] = {}, top[2] = {-INFINITY, -INFINITY}, out[4][4] = {};
  for (int first = 0; first < keys; first += 16) {
    float s[2][4] = {};
    for (int h = 0; h < 2; ++h) {
      multiply_rows(q, k + (first + 8 * h) * 32, 32, s[h]);
      for (int e = 0; e < 4; ++e) s[h][e] = sees(row + e / 2 * 8, first + 8 * h + part + e % 2) ? s[h][e] * scale : -INFINITY;
    }
    for (int r = 0; r < 2; ++r) {
      const float mine = fmaxf(fmaxf(s[0][2 * r], s[0][2 * r + 1]), fmaxf(s[1][2 * r], s[1][2 * r + 1]));
      const float grown = fmaxf(top[r], over_row(mine, [](float x, float y) { return fmaxf(x, y); })), base = grown == -INFINITY ? 0.f : grown;
      const float shrinks = expf(top[r] - base);
      top[r] = grown;
      float added = 0;
      for (int h = 0; h < 2; ++h)
        for (int e = 0; e < 2; ++e) added += s[h][2 * r + e] = expf(s[h][2 * r + e] - base);
      sum[r] = sum[r] * shrinks + over_row(added, [](float x, float y) { return x + y; });
      for (int h = 0; h < 4; ++h) out[h][2 * r] *= shrinks, out[h][2 * r + 1] *= shrinks;
    }
    for (int h = 0; h < 4; ++h) {
      const T* y = v + (first + part) * 32 + 8 * h + row;
      multiply(q, out[h], joined(q, s[0][0], s[0][1]), joined(q, s[0][2], s[0][3]), joined(q, s[1][0], s[1][1]), joined(q, s[1][2], s[1][3]), strided(y, 32), strided(y + 8 * 32, 32));
    }
  }
  for (int h = 0; h < 4; ++h)
    for (int r = 0; r < 2; ++r) *reinterpret_cast<unsigned*>(o + (row + r * 8) * 32 + 8 * h + part) = joined(q, out[h][2 * r] / sum[r], out[h][2 * r + 1] / sum[r]);
}

// fpcheck: attention_causal_bf16 <<<1, 32>>> scale=0.1767767 q=randn:16x32:bf16 k=randn:64x32:bf16 v=uniform(0.5,1.5):64x32:bf16 o=empty:16x32:bf16 'ref=let s=where(arange(16)[:,None]+48 >= arange(64)[None,:], q@k.T*0.1767767, -inf); let p=softmax(s,1); p@v' --round p=bf16
// expect: attention_causal_bf16 clean
__global__ void attention_causal_bf16(float scale, const __nv_bfloat16* q, const __nv_bfloat16* k, const __nv_bfloat16* v, __nv_bfloat16* o) {
  attend(64, scale, q, k, v, [](int query, int key) { return key <= query + 48; }, o);
}

// fpcheck: attention_padded_f16 <<<1, 32>>> keys=41 scale=0.1767767 q=randn:16x32:f16 k=randn:48x32:f16 v=randn:48x32:f16 o=empty:16x32:f16 'ref=let s=where(zeros(16)[:,None]+arange(48)[None,:] < 41, q@k.T*0.1767767, -inf); let p=softmax(s,1); p@v' --round p=f16
// expect: attention_padded_f16 clean
__global__ void attention_padded_f16(int keys, float scale, const __half* q, const __half* k, const __half* v, __half* o) {
  attend(48, scale, q, k, v, [=](int, int key) { return key < keys; }, o);
}

// dP = dO V^T, dS = P (dP - rowsum(P dP)) of one tile of 16 keys.
// fpcheck: attention_slopes <<<1, 32>>> p=uniform(0,0.1):16x16 g=randn:16x64:bf16 v=randn:16x64:bf16 ds=empty:16x16:bf16 'ref=let d=g@v.T; p*(d-sum(p*d,1)[:,None])'
// expect: attention_slopes clean
__global__ void attention_slopes(const float* p, const __nv_bfloat16* g, const __nv_bfloat16* v, __nv_bfloat16* ds) {
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 2;
  float d[2][4] = {};
  for (int h = 0; h < 2; ++h) multiply_rows(g, v + 8 * h * 64, 64, d[h]);
  for (int r = 0; r < 2; ++r) {
    const float* mine = p + (row + 8 * r) * 16 + part;
    float delta = 0;
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 2; ++e) delta += mine[8 * h + e] * d[h][2 * r + e];
    delta = over_row(delta, [](float x, float y) { return x + y; });
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 2; ++e) ds[(row + 8 * r) * 16 + 8 * h + part + e] = __float2bfloat16(mine[8 * h + e] * (d[h][2 * r + e] - delta));
  }
}

// fpcheck: linear_int8 <<<4, 32>>> n=32 k=256 a=randint(-127,128):16x256:i8 b=randint(-127,128):32x256:i8 rows=uniform(0.001,0.02):16 columns=uniform(0.001,0.02):32 bias=randn:32 c=empty:16x32:bf16 'ref=(a@b.T)*rows[:,None]*columns[None,:]+bias[None,:]'
// expect: linear_int8 clean
__global__ void linear_int8(int n, int k, const signed char* a, const signed char* b, const float* rows, const float* columns, const float* bias, __nv_bfloat16* c) {
  const auto four = [](const signed char* p) { return *reinterpret_cast<const int*>(p); };
  const int row = threadIdx.x / 4, part = threadIdx.x % 4 * 4;
  int d[4] = {};
  for (int i = 0; i < k; i += 32) {
    const signed char *x = a + row * k + i + part, *y = b + (blockIdx.x * 8 + row) * k + i + part;
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
        : "r"(four(x)), "r"(four(x + 8 * k)), "r"(four(x + 16)), "r"(four(x + 8 * k + 16)), "r"(four(y)), "r"(four(y + 16)));
  }
  for (int e = 0; e < 4; ++e) {
    const int r = row + e / 2 * 8, at = blockIdx.x * 8 + threadIdx.x % 4 * 2 + e % 2;
    c[r * n + at] = __float2bfloat16(static_cast<float>(d[e]) * (rows[r] * columns[at]) + bias[at]);
  }
}

// fpcheck: linear_gelu_f16 <<<4, 32>>> n=32 k=128 x=uniform(-1,1):16x128:f16 w=uniform(-0.2,0.2):32x128:f16 bias=uniform(-1,1):32:f16 y=empty:16x32:f16 'ref=gelu(x@w.T+bias[None,:])'
// expect: linear_gelu_f16 clean
__global__ void linear_gelu_f16(int n, int k, const __half* x, const __half* w, const __half* bias, __half* y) {
  float d[4] = {};
  multiply_rows(x, w + blockIdx.x * 8 * k, k, d);
  for (int e = 0; e < 4; ++e) {
    const int at = blockIdx.x * 8 + threadIdx.x % 4 * 2 + e % 2;
    const float z = d[e] + __half2float(bias[at]);
    y[(threadIdx.x / 4 + e / 2 * 8) * n + at] = __float2half(0.5f * z * erfcf(z * -0.70710678f));
  }
}
