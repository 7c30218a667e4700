// Backward passes of operators that the list of wrong gradients does not have, each with one wrong twin: losses, pooling,
// scans, a convolution, contrastive logits, products in batches. cases.txt says how they are launched; each thread strides.

#define FOR_EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += gridDim.x * blockDim.x)
#define BOTH(name, parameters, arguments)                                       \
  extern "C" __global__ void name##_backward parameters { name<false> arguments; } \
  extern "C" __global__ void name##_wrong parameters { name<true> arguments; }

// -sum(p log p). Wrong: the derivative of the logarithm is forgotten.
template <bool Wrong>
__device__ void entropy(const float* p, float* dp, int n) {
  FOR_EACH(i, n) dp[i] = -(logf(p[i]) + (Wrong ? 0.f : 1.f));
}
BOTH(entropy, (const float* p, float* dp, int n), (p, dp, n))

// Rows divided by their length. Wrong: not divided by the length again.
template <bool Wrong>
__device__ void normalized(const float* x, const float* dy, float* dx, int m, int n) {
  FOR_EACH(i, m) {
    float square = 0.f, along = 0.f;
    for (int j = 0; j < n; ++j) square += x[i * n + j] * x[i * n + j];
    const float inverse = 1.f / sqrtf(square);
    for (int j = 0; j < n; ++j) along += x[i * n + j] * inverse * dy[i * n + j];
    for (int j = 0; j < n; ++j) dx[i * n + j] = (dy[i * n + j] - x[i * n + j] * inverse * along) * (Wrong ? 1.f : inverse);
  }
}
BOTH(normalized, (const float* x, const float* dy, float* dx, int m, int n), (x, dy, dx, m, n))

// Mean binary cross-entropy of logits. Wrong: labels are taken for 0 or 1 although they are smoothed.
template <bool Wrong>
__device__ void bce(const float* x, const float* y, float* dx, int n) {
  FOR_EACH(i, n) {
    const float label = Wrong ? (y[i] > 0.5f ? 1.f : 0.f) : y[i];
    dx[i] = (1.f / (1.f + expf(-x[i])) - label) / float(n);
  }
}
BOTH(bce, (const float* x, const float* y, float* dx, int n), (x, y, dx, n))

// Mean Huber loss with delta 0.5. Wrong: the slope beyond delta is 1.
template <bool Wrong>
__device__ void huber(const float* x, const float* y, float* dx, int n) {
  FOR_EACH(i, n) {
    const float d = x[i] - y[i], outside = Wrong ? 1.f : 0.5f;
    dx[i] = (fabsf(d) <= 0.5f ? d : d > 0.f ? outside : -outside) / float(n);
  }
}
BOTH(huber, (const float* x, const float* y, float* dx, int n), (x, y, dx, n))

// The largest under windows of 3 in steps of 2: an element may win twice. Wrong: the second win overwrites the first.
template <bool Wrong>
__device__ void max_pool(const float* x, const float* dy, float* dx, int rows, int length, int outputs) {
  FOR_EACH(r, rows) for (int o = 0; o < outputs; ++o) {
    int best = 2 * o;
    for (int k = 1; k < 3; ++k)
      if (x[r * length + 2 * o + k] > x[r * length + best]) best = 2 * o + k;
    if (Wrong) dx[r * length + best] = dy[r * outputs + o];
    else dx[r * length + best] += dy[r * outputs + o];
  }
}
BOTH(max_pool, (const float* x, const float* dy, float* dx, int rows, int length, int outputs), (x, dy, dx, rows, length, outputs))

// Prefix sums. Wrong: summed from the front again.
template <bool Wrong>
__device__ void cumsum(const float* dy, float* dx, int m, int n) {
  FOR_EACH(i, m) {
    float sum = 0.f;
    for (int k = 0; k < n; ++k) {
      const int j = Wrong ? k : n - 1 - k;
      sum += dy[i * n + j];
      dx[i * n + j] = sum;
    }
  }
}
BOTH(cumsum, (const float* x, const float* dy, float* dx, int m, int n), (dy, dx, m, n))

// A convolution of n x c x l with o x c x 3, padded by one. Wrong: the taps of dw are in reverse order.
template <bool Wrong>
__device__ void convolution(const float* x, const float* w, const float* dy, float* dx, float* dw, int n, int c, int l, int o) {
  FOR_EACH(i, n * c * l) {
    const int b = i / (c * l), channel = i / l % c, at = i % l;
    float sum = 0.f;
    for (int q = 0; q < o; ++q)
      for (int k = 0; k < 3; ++k)
        if (const int to = at - k + 1; to >= 0 && to < l) sum += dy[(b * o + q) * l + to] * w[(q * c + channel) * 3 + k];
    dx[i] = sum;
  }
  FOR_EACH(i, o * c * 3) {
    const int q = i / (3 * c), channel = i / 3 % c, k = Wrong ? 2 - i % 3 : i % 3;
    float sum = 0.f;
    for (int b = 0; b < n; ++b)
      for (int to = 0; to < l; ++to)
        if (const int at = to + k - 1; at >= 0 && at < l) sum += dy[(b * o + q) * l + to] * x[(b * c + channel) * l + at];
    dw[i] = sum;
  }
}
BOTH(convolution, (const float* x, const float* w, const float* dy, float* dx, float* dw, int n, int c, int l, int o), (x, w, dy, dx, dw, n, c, l, o))

// mean(logsumexp(s) - diagonal(s)) of s = a b' / 0.5, one thread a row. Wrong: the temperature is missing in db.
__device__ float similarity(const float* a, const float* b, int i, int j, int d) {
  float sum = 0.f;
  for (int k = 0; k < d; ++k) sum += a[i * d + k] * b[j * d + k];
  return sum * 2.f;
}
__device__ float contrast(const float* a, const float* b, int i, int j, int n, int d) {
  float top = -INFINITY, sum = 0.f;
  for (int k = 0; k < n; ++k) top = fmaxf(top, similarity(a, b, i, k, d));
  for (int k = 0; k < n; ++k) sum += expf(similarity(a, b, i, k, d) - top);
  return (expf(similarity(a, b, i, j, d) - top) / sum - (i == j ? 1.f : 0.f)) / float(n);
}
template <bool Wrong>
__device__ void contrastive(const float* a, const float* b, float* da, float* db, int n, int d) {
  FOR_EACH(i, n * d) {
    float of_a = 0.f, of_b = 0.f;
    for (int j = 0; j < n; ++j) {
      of_a += contrast(a, b, i / d, j, n, d) * b[j * d + i % d];
      of_b += contrast(a, b, j, i / d, n, d) * a[j * d + i % d];
    }
    da[i] = 2.f * of_a, db[i] = (Wrong ? 1.f : 2.f) * of_b;
  }
}
BOTH(contrastive, (const float* a, const float* b, float* da, float* db, int n, int d), (a, b, da, db, n, d))

// Batches of products c = a b. Wrong: db takes the a of the first batch.
template <bool Wrong>
__device__ void batched(const float* a, const float* b, const float* dc, float* da, float* db, int s, int m, int k, int n) {
  FOR_EACH(i, s * m * k) {
    const int batch = i / (m * k), row = i / k % m, inner = i % k;
    float sum = 0.f;
    for (int j = 0; j < n; ++j) sum += dc[(batch * m + row) * n + j] * b[(batch * k + inner) * n + j];
    da[i] = sum;
  }
  FOR_EACH(i, s * k * n) {
    const int batch = i / (k * n), inner = i / n % k, column = i % n;
    float sum = 0.f;
    for (int row = 0; row < m; ++row) sum += a[((Wrong ? 0 : batch) * m + row) * k + inner] * dc[(batch * m + row) * n + column];
    db[i] = sum;
  }
}
BOTH(batched, (const float* a, const float* b, const float* dc, float* da, float* db, int s, int m, int k, int n), (a, b, dc, da, db, s, m, k, n))

// Batch normalisation of n x c. Wrong: the variance is that of a sample, divided by n - 1.
template <bool Wrong>
__device__ void batchnorm(const float* x, const float* w, const float* dy, float* dx, float* dw, float* dv, int n, int c) {
  FOR_EACH(j, c) {
    float mean = 0.f, var = 0.f, sum = 0.f, along = 0.f;
    for (int i = 0; i < n; ++i) mean += x[i * c + j];
    mean /= float(n);
    for (int i = 0; i < n; ++i) var += (x[i * c + j] - mean) * (x[i * c + j] - mean);
    const float r = rsqrtf(var / float(Wrong ? n - 1 : n) + 1e-5f);
    for (int i = 0; i < n; ++i) sum += dy[i * c + j], along += dy[i * c + j] * (x[i * c + j] - mean) * r;
    for (int i = 0; i < n; ++i) dx[i * c + j] = w[j] * r * (dy[i * c + j] - sum / float(n) - (x[i * c + j] - mean) * r * along / float(n));
    dw[j] = along, dv[j] = sum;
  }
}
BOTH(batchnorm, (const float* x, const float* w, const float* v, const float* dy, float* dx, float* dw, float* dv, int n, int c), (x, w, dy, dx, dw, dv, n, c))

// The mean of the rows that a mask keeps. Wrong: divided by all rows.
template <bool Wrong>
__device__ void masked_mean(const float* mask, const float* dy, float* dx, int t, int d) {
  float kept = 0.f;
  for (int i = 0; i < t; ++i) kept += mask[i];
  FOR_EACH(i, t * d) dx[i] = mask[i / d] * dy[i % d] / (Wrong ? float(t) : kept);
}
BOTH(masked_mean, (const float* x, const float* mask, const float* dy, float* dx, int t, int d), (mask, dy, dx, t, d))

// The inverse of 2 x 2 matrices. Wrong: not transposed.
template <bool Wrong>
__device__ void inverse(const float* a, const float* dy, float* da, int s) {
  FOR_EACH(b, s) {
    const float *m = a + 4 * b, *g = dy + 4 * b;
    const float det = m[0] * m[3] - m[1] * m[2], v[4] = {m[3] / det, -m[1] / det, -m[2] / det, m[0] / det};
    const float t[4] = {v[0], Wrong ? v[1] : v[2], Wrong ? v[2] : v[1], v[3]};
    const float left[4] = {t[0] * g[0] + t[1] * g[2], t[0] * g[1] + t[1] * g[3], t[2] * g[0] + t[3] * g[2], t[2] * g[1] + t[3] * g[3]};
    float* const to = da + 4 * b;
    to[0] = -(left[0] * t[0] + left[1] * t[2]), to[1] = -(left[0] * t[1] + left[1] * t[3]);
    to[2] = -(left[2] * t[0] + left[3] * t[2]), to[3] = -(left[2] * t[1] + left[3] * t[3]);
  }
}
BOTH(inverse, (const float* a, const float* dy, float* da, int s), (a, dy, da, s))

// Probabilities at a temperature that is learnt. Wrong: the sign of its gradient.
template <bool Wrong>
__device__ void tempered(const float* x, const float* t, const float* dy, float* dx, float* dt, int m, int n) {
  float total = 0.f;
  for (int i = 0; i < m; ++i) {
    float top = -INFINITY, sum = 0.f, along = 0.f;
    for (int j = 0; j < n; ++j) top = fmaxf(top, x[i * n + j] / t[0]);
    for (int j = 0; j < n; ++j) sum += expf(x[i * n + j] / t[0] - top);
    for (int j = 0; j < n; ++j) along += expf(x[i * n + j] / t[0] - top) / sum * dy[i * n + j];
    for (int j = 0; j < n; ++j) {
      const float ds = expf(x[i * n + j] / t[0] - top) / sum * (dy[i * n + j] - along);
      dx[i * n + j] = ds / t[0];
      total += ds * x[i * n + j] / (t[0] * t[0]);
    }
  }
  dt[0] = Wrong ? total : -total;
}
BOTH(tempered, (const float* x, const float* t, const float* dy, float* dx, float* dt, int m, int n), (x, t, dy, dx, dt, m, n))

// A softmax from the probabilities that the forward pass saved: the scores themselves are no parameter. Wrong: the second
// term is not multiplied by p.
template <bool Wrong>
__device__ void saved_softmax(const float* p, const float* dp, float* dz, int m, int n) {
  FOR_EACH(i, m) {
    float along = 0.f;
    for (int j = 0; j < n; ++j) along += p[i * n + j] * dp[i * n + j];
    for (int j = 0; j < n; ++j) dz[i * n + j] = Wrong ? p[i * n + j] * dp[i * n + j] - along : p[i * n + j] * (dp[i * n + j] - along);
  }
}
BOTH(saved_softmax, (const float* p, const float* dp, float* dz, int m, int n), (p, dp, dz, m, n))

// A layer normalisation from its saved mean and reciprocal deviation. Wrong: dw is summed over unscaled rows.
template <bool Wrong>
__device__ void saved_layernorm(const float* x, const float* w, const float* mean, const float* rstd, const float* dy, float* dx, float* dw, int m, int n) {
  FOR_EACH(i, m) {
    float sum = 0.f, along = 0.f;
    for (int j = 0; j < n; ++j) sum += dy[i * n + j] * w[j], along += dy[i * n + j] * w[j] * (x[i * n + j] - mean[i]) * rstd[i];
    for (int j = 0; j < n; ++j) dx[i * n + j] = rstd[i] * (dy[i * n + j] * w[j] - sum / float(n) - (x[i * n + j] - mean[i]) * rstd[i] * along / float(n));
  }
  FOR_EACH(j, n) {
    float sum = 0.f;
    for (int i = 0; i < m; ++i) sum += dy[i * n + j] * (x[i * n + j] - mean[i]) * (Wrong ? 1.f : rstd[i]);
    dw[j] = sum;
  }
}
BOTH(saved_layernorm, (const float* x, const float* w, const float* mean, const float* rstd, const float* dy, float* dx, float* dw, int m, int n), (x, w, mean, rstd, dy, dx, dw, m, n))
