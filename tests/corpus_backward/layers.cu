// Layers with their backward passes, each with one wrong twin: written for the check of backward kernels against derived
// gradients (--forward) and against the compiled forward kernel (--forward-kernel). cases.txt says how they are launched.

// Group normalisation of x[n][groups][k] with a weight for each channel.
__device__ void group_moments(const float* x, int k, float& mean, float& rstd) {
  float sum = 0.f, var = 0.f;
  for (int j = 0; j < k; ++j) sum += x[j];
  mean = sum / float(k);
  for (int j = 0; j < k; ++j) var += (x[j] - mean) * (x[j] - mean);
  rstd = rsqrtf(var / float(k) + 1e-5f);
}

extern "C" __global__ void groupnorm_forward(const float* x, const float* w, float* y, int n, int groups, int k) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * groups) return;
  const int g = i % groups;
  float mean, rstd;
  group_moments(x + i * k, k, mean, rstd);
  for (int j = 0; j < k; ++j) y[i * k + j] = (x[i * k + j] - mean) * rstd * w[g * k + j];
}

template <bool Wrong>
__device__ void groupnorm(const float* x, const float* w, const float* dy, float* dx, float* dw, int n, int groups, int k) {
  for (int i = threadIdx.x; i < n * groups; i += blockDim.x) {
    const int g = i % groups;
    float mean, rstd, first = 0.f, second = 0.f;
    group_moments(x + i * k, k, mean, rstd);
    for (int j = 0; j < k; ++j) {
      const float gy = dy[i * k + j] * w[g * k + j];
      first += gy;
      second += gy * (x[i * k + j] - mean) * rstd;
    }
    // Wrong: the means are taken over all channels instead of the group's.
    first /= float(Wrong ? groups * k : k);
    second /= float(Wrong ? groups * k : k);
    for (int j = 0; j < k; ++j) dx[i * k + j] = rstd * (dy[i * k + j] * w[g * k + j] - first - (x[i * k + j] - mean) * rstd * second);
  }
  for (int c = threadIdx.x; c < groups * k; c += blockDim.x) {
    float sum = 0.f;
    for (int b = 0; b < n; ++b) {
      const int i = b * groups + c / k;
      float mean, rstd;
      group_moments(x + i * k, k, mean, rstd);
      sum += dy[i * k + c % k] * (x[i * k + c % k] - mean) * rstd;
    }
    dw[c] = sum;
  }
}
extern "C" __global__ void groupnorm_backward(const float* x, const float* w, const float* dy, float* dx, float* dw, int n, int groups, int k) { groupnorm<false>(x, w, dy, dx, dw, n, groups, k); }
extern "C" __global__ void groupnorm_wrong(const float* x, const float* w, const float* dy, float* dx, float* dw, int n, int groups, int k) { groupnorm<true>(x, w, dy, dx, dw, n, groups, k); }

// Rotary embedding of interleaved pairs, the angle computed in the kernel.
__device__ void rotation(int t, int j, int d, float& c, float& s) {
  const float angle = float(t) * exp2f(-float(2 * j) / float(d) * 13.287712f);
  sincosf(angle, &s, &c);
}
extern "C" __global__ void rope_forward(const float* x, float* y, int t, int d) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, h = d / 2;
  if (e >= t * h) return;
  float c, s;
  rotation(e / h, e % h, d, c, s);
  const float a = x[2 * e], b = x[2 * e + 1];
  y[2 * e] = a * c - b * s;
  y[2 * e + 1] = b * c + a * s;
}
template <bool Wrong>
__device__ void rope(const float* dy, float* dx, int t, int d) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x, h = d / 2;
  if (e >= t * h) return;
  float c, s;
  rotation(e / h, e % h, d, c, s);
  const float a = dy[2 * e], b = dy[2 * e + 1];
  // Wrong: the second of each pair turns the other way.
  dx[2 * e] = a * c + b * s;
  dx[2 * e + 1] = Wrong ? b * c + a * s : b * c - a * s;
}
extern "C" __global__ void rope_backward(const float* x, const float* dy, float* dx, int t, int d) { rope<false>(dy, dx, t, d); }
extern "C" __global__ void rope_wrong(const float* x, const float* dy, float* dx, int t, int d) { rope<true>(dy, dx, t, d); }

// Causal attention with shared key and value heads; the probabilities are saved by the forward pass.
extern "C" __global__ void gqa_forward(const float* q, const float* k, const float* v, float* o, float* p, int heads, int groups, int t, int d) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= heads * t) return;
  const int i = r % t, base = r / t / (heads / groups) * t * d;
  const float scale = rsqrtf(float(d));
  float top = -INFINITY, sum = 0.f;
  for (int j = 0; j < t; ++j) {
    float s = 0.f;
    for (int c = 0; c < d; ++c) s = fmaf(q[r * d + c], k[base + j * d + c], s);
    p[r * t + j] = j <= i ? s * scale : -INFINITY;
    top = fmaxf(top, p[r * t + j]);
  }
  for (int j = 0; j < t; ++j) {
    p[r * t + j] = expf(p[r * t + j] - top);
    sum += p[r * t + j];
  }
  for (int j = 0; j < t; ++j) p[r * t + j] /= sum;
  for (int c = 0; c < d; ++c) {
    float s = 0.f;
    for (int j = 0; j <= i; ++j) s = fmaf(p[r * t + j], v[base + j * d + c], s);
    o[r * d + c] = s;
  }
}
// One thread for each key: it walks over the query heads that share it.
template <bool Wrong>
__device__ void gqa_keys(const float* q, const float* k, const float* v, const float* p, const float* g, float* dk, float* dv, int heads, int groups, int t, int d) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= groups * t) return;
  const int group = e / t, j = e % t, shared = heads / groups;
  const float scale = rsqrtf(float(d));
  for (int c = 0; c < d; ++c) dk[e * d + c] = dv[e * d + c] = 0.f;
  for (int h = group * shared; h < (group + 1) * shared; ++h)
    for (int i = j; i < t; ++i) {
      const int r = h * t + i;
      float dp = 0.f, delta = 0.f;
      for (int c = 0; c < d; ++c) dp = fmaf(g[r * d + c], v[e * d + c], dp);
      for (int m = 0; m <= i; ++m) {
        float dot = 0.f;
        for (int c = 0; c < d; ++c) dot = fmaf(g[r * d + c], v[(group * t + m) * d + c], dot);
        delta = fmaf(p[r * t + m], dot, delta);
      }
      const float ds = p[r * t + j] * (dp - delta) * scale;
      for (int c = 0; c < d; ++c) {
        // Wrong: the last query head of a group is left out of dv.
        if (!Wrong || h + 1 < (group + 1) * shared) dv[e * d + c] = fmaf(p[r * t + j], g[r * d + c], dv[e * d + c]);
        dk[e * d + c] = fmaf(ds, q[r * d + c], dk[e * d + c]);
      }
    }
}
extern "C" __global__ void gqa_backward(const float* q, const float* k, const float* v, const float* p, const float* g, float* dk, float* dv, int heads, int groups, int t, int d) { gqa_keys<false>(q, k, v, p, g, dk, dv, heads, groups, t, d); }
extern "C" __global__ void gqa_wrong(const float* q, const float* k, const float* v, const float* p, const float* g, float* dk, float* dv, int heads, int groups, int t, int d) { gqa_keys<true>(q, k, v, p, g, dk, dv, heads, groups, t, d); }

// Embedding: the backward pass adds rows with atomics. Wrong: it stores them, so that the last duplicate wins.
extern "C" __global__ void embedding_forward(const float* table, const int* ids, float* y, int count, int width) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < count * width) y[e] = table[ids[e / width] * width + e % width];
}
template <bool Wrong>
__device__ void embedding(const int* ids, const float* dy, float* dtable, int count, int width) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= count * width) return;
  float* const to = dtable + ids[e / width] * width + e % width;
  if (Wrong) atomicExch(to, dy[e]);
  else atomicAdd(to, dy[e]);
}
extern "C" __global__ void embedding_backward(const float* table, const int* ids, const float* dy, float* dtable, int count, int width) { embedding<false>(ids, dy, dtable, count, width); }
extern "C" __global__ void embedding_wrong(const float* table, const int* ids, const float* dy, float* dtable, int count, int width) { embedding<true>(ids, dy, dtable, count, width); }

// Mean cross-entropy over the rows whose label is not 3. Wrong: the mean is over all rows.
__device__ float log_sum(const float* row, int n) {
  float top = -INFINITY, sum = 0.f;
  for (int j = 0; j < n; ++j) top = fmaxf(top, row[j]);
  for (int j = 0; j < n; ++j) sum += expf(row[j] - top);
  return top + logf(sum);
}
extern "C" __global__ void cross_entropy_forward(const float* z, const int* y, float* loss, int m, int n) {
  float sum = 0.f, count = 0.f;
  if (threadIdx.x != 0) return;
  for (int i = 0; i < m; ++i)
    if (y[i] != 3) {
      sum += log_sum(z + i * n, n) - z[i * n + y[i]];
      count += 1.f;
    }
  loss[0] = sum / count;
}
template <bool Wrong>
__device__ void cross_entropy(const float* z, const int* y, float* dz, int m, int n) {
  float count = 0.f;
  for (int i = 0; i < m; ++i) count += Wrong || y[i] != 3 ? 1.f : 0.f;
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    const float shift = log_sum(z + i * n, n);
    for (int j = 0; j < n; ++j) {
      const float a = expf(z[i * n + j] - shift) - (j == y[i] ? 1.f : 0.f);
      dz[i * n + j] = y[i] == 3 ? 0.f : a / count;
    }
  }
}
extern "C" __global__ void cross_entropy_backward(const float* z, const int* y, float* dz, int m, int n) { cross_entropy<false>(z, y, dz, m, n); }
extern "C" __global__ void cross_entropy_wrong(const float* z, const int* y, float* dz, int m, int n) { cross_entropy<true>(z, y, dz, m, n); }

// SwiGLU of the two halves of each row. Wrong: the halves are exchanged from the 17th column on.
extern "C" __global__ void swiglu_forward(const float* x, float* y, int m, int n) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m * n) return;
  const float a = x[e / n * 2 * n + e % n], b = x[e / n * 2 * n + n + e % n];
  y[e] = a / (1.f + expf(-a)) * b;
}
template <bool Wrong>
__device__ void swiglu(const float* x, const float* dy, float* dx, int m, int n) {
  const int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m * n) return;
  const int left = e / n * 2 * n + e % n, right = left + n;
  const float a = x[left], b = x[right], s = 1.f / (1.f + expf(-a));
  const float da = dy[e] * b * s * (1.f + a * (1.f - s)), db = dy[e] * a * s;
  const bool crossed = Wrong && e % n > 16;
  dx[left] = crossed ? db : da;
  dx[right] = crossed ? da : db;
}
extern "C" __global__ void swiglu_backward(const float* x, const float* dy, float* dx, int m, int n) { swiglu<false>(x, dy, dx, m, n); }
extern "C" __global__ void swiglu_wrong(const float* x, const float* dy, float* dx, int m, int n) { swiglu<true>(x, dy, dx, m, n); }
