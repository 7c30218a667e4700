// Causal attention with grouped heads: M31 to M37 of the list of wrong gradients.
// One block; the probabilities and their gradients of all heads live in shared memory.
template <int M>
__device__ void backward(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) {
  __shared__ float p[2048], ds[2048];
  const float scale = 1.f / sqrtf(float(d)), factor = M == 31 ? 1.f : M == 32 ? scale * scale : scale;
  const int shared = heads / groups;
  for (int r = threadIdx.x; r < heads * t; r += blockDim.x) {
    const int h = r / t, i = r % t, base = h / shared * t * d, last = M == 33 ? t - 1 : i;
    float top = -INFINITY, sum = 0.f, delta = 0.f;
    for (int j = 0; j <= last; ++j) {
      float s = 0.f;
      for (int c = 0; c < d; ++c) s = fmaf(q[r * d + c], k[base + j * d + c], s);
      p[r * t + j] = s * scale;
      top = fmaxf(top, s * scale);
    }
    for (int j = 0; j <= last; ++j) sum += expf(p[r * t + j] - top);
    for (int j = 0; j < t; ++j) p[r * t + j] = j <= last ? expf(p[r * t + j] - top) / sum : 0.f;
    for (int c = 0; c < d; ++c) {
      float o = 0.f;
      for (int j = 0; j <= i; ++j) o = fmaf(p[r * t + j], v[base + j * d + c], o);
      delta = fmaf(g[r * d + c], o, delta);
    }
    if (M == 34) delta = 0.f;
    for (int j = 0; j < t; ++j) {
      float dp = 0.f;
      for (int c = 0; c < d; ++c) dp = fmaf(g[r * d + c], v[base + j * d + c], dp);
      ds[r * t + j] = p[r * t + j] * (dp - delta);
    }
  }
  __syncthreads();
  for (int e = threadIdx.x; e < heads * t * d; e += blockDim.x) {
    const int r = e / d, c = e % d, base = r / t / shared * t * d;
    float s = 0.f;
    for (int j = 0; j < t; ++j) s = fmaf(ds[r * t + j], k[base + j * d + c], s);
    dq[e] = s * factor;
  }
  for (int e = threadIdx.x; e < groups * t * d; e += blockDim.x) {
    const int group = e / (t * d), j = e / d % t, c = e % d;
    float sk = 0.f, sv = 0.f;
    for (int h = group * shared; h < (group + 1) * shared; ++h) {
      if (M == 36) sk = 0.f, sv = 0.f;
      for (int i = 0; i < t; ++i) {
        sk = fmaf(ds[(h * t + i) * t + j], q[(h * t + i) * d + c], sk);
        sv = fmaf(p[(h * t + i) * t + j], g[(h * t + i) * d + c], sv);
      }
    }
    dk[e] = sk * factor;
    dv[e] = M == 37 && j == t - 1 ? 0.f : sv;
  }
}

// fpcheck: attention <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// fpcheck: attention <<<1, 64>>> q=randn:4x9x5 k=randn:2x9x5 v=randn:2x9x5 g=randn:4x9x5 dq=empty:4x9x5 dk=empty:2x9x5 dv=empty:2x9x5 heads=4 groups=2 t=9 d=5 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention agrees
extern "C" __global__ void attention(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<0>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m31 <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m31 mismatch
extern "C" __global__ void attention_m31(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<31>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m32 <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m32 mismatch
extern "C" __global__ void attention_m32(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<32>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m33 <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m33 mismatch
extern "C" __global__ void attention_m33(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<33>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m34 <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m34 mismatch
extern "C" __global__ void attention_m34(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<34>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m37 <<<1, 64>>> q=randn:4x8x8 k=randn:4x8x8 v=randn:4x8x8 g=randn:4x8x8 dq=empty:4x8x8 dk=empty:4x8x8 dv=empty:4x8x8 heads=4 groups=4 t=8 d=8 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m37 mismatch
extern "C" __global__ void attention_m37(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<37>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }

// fpcheck: attention_m36 <<<1, 64>>> q=randn:4x9x5 k=randn:2x9x5 v=randn:2x9x5 g=randn:4x9x5 dq=empty:4x9x5 dk=empty:2x9x5 dv=empty:2x9x5 heads=4 groups=2 t=9 d=5 ref=dq=grad(sum(attention(q,k,v,causal=1)*g),q) ref=dk=grad(sum(attention(q,k,v,causal=1)*g),k) ref=dv=grad(sum(attention(q,k,v,causal=1)*g),v)
// expect: attention_m36 mismatch
extern "C" __global__ void attention_m36(const float* q, const float* k, const float* v, const float* g, float* dq, float* dk, float* dv, int heads, int groups, int t, int d) { backward<36>(q, k, v, g, dq, dk, dv, heads, groups, t, d); }
