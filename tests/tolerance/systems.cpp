#include "host_kernels.hpp"

#include <fpcheck/tensor/array.hpp>

namespace fpcheck::tolerance::bench {
namespace {

constexpr side plain = side::plain, transposed = side::transposed;
std::size_t at(int i) { return static_cast<std::size_t>(i); }
float as_half(float x) { return static_cast<float>(tensor::decode(tensor::dtype::f16, tensor::encode(tensor::dtype::f16, x))); }
float as_bf16(float x) { return static_cast<float>(tensor::decode(tensor::dtype::bf16, tensor::encode(tensor::dtype::bf16, x))); }

// ---- a linear layer with cross-entropy -------------------------------------------------------------------------------

point make_lin_ce(const std::string& regime, std::uint64_t seed) {
  point p{regime, "cross_entropy(X @ W + b, y)", {"X", "W", "b"}, {}};
  maker m(p, seed);
  const bool square = regime == "square", large = regime == "large";
  const std::int64_t rows = regime == "off-tile" || large ? 37 : 8, inner = square ? 12 : large ? 64 : 6, columns = square ? 12 : regime == "off-tile" ? 13 : large ? 50 : 10;
  m.normal("X", {rows, inner});
  m.normal("W", {inner, columns}, regime == "gap" ? 40.0F : 0.5F);
  m.normal("b", {columns});
  m.integers("y", {rows}, static_cast<int>(columns));
  if (regime == "ignored") {
    p.expression = "cross_entropy(X @ W + b, y, ignore_index=3)";
    m.values("y")[0] = 3;
    m.values("y")[1] = 4;
  }
  if (regime == "gap") p.expression = "-mean(log(maximum(sum(where(onehot(y, size(W, 1)), softmax(X @ W + b, 1), 0), 1), 1e-30)))";
  // Rows with ordinary logits beside the extreme ones, so that not every gradient is below rounding.
  if (regime == "gap")
    for (std::int64_t i = 0; i < rows * inner; ++i)
      if ((i / inner) % 2 == 1) m.values("X")[at(static_cast<int>(i))] = static_cast<float>(m.values("X")[at(static_cast<int>(i))] / 64);
  if (regime == "forward") p.expression = "X @ W + b", p.wrt.clear();
  return p;
}

outputs lin_ce(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "X", 0), k = extent(p, "X", 1), n = extent(p, "W", 1);
  const vec x = get(p, "X"), w = get(p, "W"), b = get(p, "b"), y = get(p, "y");
  vec z = multiply(o, x, plain, w, plain, m, k, n);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      if (!(mutant == "M09" && i >= 1 && j < 4)) z[at(i * n + j)] += b[at(j)];
  if (p.wrt.empty()) return {{"forward", z}};
  const vec a = softmax_rows(o, z, m, n);
  const bool ignoring = p.regime == "ignored";
  float count = static_cast<float>(m);
  if (ignoring) count = static_cast<float>(std::count_if(y.begin(), y.end(), [](float l) { return l != 3; }));
  if (mutant == "M01") count = 1;
  if (mutant == "M02") count = 32;
  vec dz(z.size());
  for (int i = 0; i < m; ++i) {
    int label = static_cast<int>(y[at(i)]);
    if (mutant == "M05") label = (label + 1) % n;
    // The forward of the regime `gap` clamps probabilities at 1e-30, where the gradient vanishes.
    const bool clamped = p.regime == "gap" && a[at(i * n + label)] < 1e-30F && mutant != "M12";
    const bool skipped = (ignoring && y[at(i)] == 3 && mutant != "M13") || clamped;
    for (int j = 0; j < n; ++j) {
      const float hot = j == label ? 1.0F : 0.0F;
      dz[at(i * n + j)] = skipped ? 0 : (mutant == "M04" ? a[at(i * n + j)] + hot : a[at(i * n + j)] - hot) / count;
    }
  }
  vec dx = mutant == "M03" && k == n ? multiply(o, dz, plain, w, plain, m, n, k) : multiply(o, dz, plain, w, transposed, m, n, k);
  vec dw = multiply(o, x, transposed, dz, plain, k, m, n), db(at(n));
  for (int j = 0; j < n; ++j) db[at(j)] = total(o, m, [&](int i) { return dz[at(i * n + j)]; }) / (mutant == "M07" ? static_cast<float>(m) : 1.0F);
  if (mutant == "M08")
    for (int i = 0; i < k; ++i)
      for (int j = n / 8 * 8; j < n; ++j) dw[at(i * n + j)] = 0;
  if (mutant == "M08b") dw.back() = 0;
  if (mutant == "M63")
    for (float& g : dw) g *= 1.01F;
  if (mutant == "M65")
    for (float& g : dw) g *= 1.00001F;
  if (mutant == "M66")
    for (vec* v : {&dx, &dw, &db}) std::fill(v->begin(), v->end(), 0.0F);
  return {{"X", dx}, {"W", dw}, {"b", db}};
}

// ---- softmax, forward and backward ------------------------------------------------------------------------------------

point make_softmax(const std::string& regime, std::uint64_t seed) {
  point p{regime, "softmax(z, 1)", {"z"}, {}};
  maker m(p, seed);
  const std::int64_t rows = 5, n = regime == "long" ? 1024 : regime == "wide" ? 97 : 33;
  m.normal("z", {rows, n}, 2, regime == "low" ? -150.0F : regime == "high" ? 120.0F : 0.0F);
  m.normal("dout", {rows, n}, regime == "tiny" ? 1e-6F : 1.0F);
  if (regime == "low" || regime == "high" || regime == "wide") p.wrt.clear();
  return p;
}

outputs softmax(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "z", 0), n = extent(p, "z", 1);
  const vec z = get(p, "z"), g = get(p, "dout");
  vec a = softmax_rows(o, z, m, n);
  if (mutant == "M10" || mutant == "M11")
    for (int i = 0; i < m; ++i) {
      const float* row = z.data() + i * n;
      const auto* const best = std::max_element(row, row + n);
      const float shift = mutant == "M10" ? std::max(0.0F, *best) : static_cast<float>(best - row);
      const float sum = total(o, n, [&](int j) { return std::exp(row[j] - shift); });
      for (int j = 0; j < n; ++j) a[at(i * n + j)] = std::exp(row[j] - shift) / sum;
    }
  if (p.wrt.empty()) return {{"forward", a}};
  vec dz = softmax_backward(o, a, g, m, n);
  for (int i = 0; i < m; ++i) {
    const auto e = [&](int j) { return at(i * n + j); };
    const float inner = dot(o, n, [&](int j) { return a[e(j)]; }, [&](int j) { return g[e(j)]; });
    const float partial = total(o, (n + 15) / 16, [&](int j) { return a[e(16 * j)] * g[e(16 * j)]; });
    for (int j = 0; j < n; ++j) {
      if (mutant == "M14") dz[e(j)] = a[e(j)] * g[e(j)];
      if (mutant == "M16") dz[e(j)] = a[e(j)] * g[e(j)] - inner;
      if (mutant == "M17") dz[e(j)] = a[e(j)] * (g[e(j)] - partial);
      if (mutant == "M60") dz[e(j)] = as_half(dz[e(j)]);
    }
  }
  return {{"z", dz}};
}

// ---- layernorm and rmsnorm ----------------------------------------------------------------------------------------------

point make_layernorm(const std::string& regime, std::uint64_t seed) {
  point p{regime, "layernorm(x, g, b)", {"x", "g", "b"}, {}};
  maker m(p, seed);
  const std::int64_t rows = regime == "many rows" ? 600 : 7, n = regime == "offset" ? 64 : 48;
  m.normal("x", {rows, n}, 1, regime == "offset" ? 1500.0F : regime == "shifted" ? 3.0F : 0.0F);
  m.normal("g", {n}, 0.3F, 1);
  m.normal("b", {n});
  m.normal("dout", {rows, n});
  if (regime == "offset") p.wrt.clear();
  return p;
}

outputs layernorm(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "x", 0), n = extent(p, "x", 1);
  const vec x = get(p, "x"), g = get(p, "g"), b = get(p, "b"), dy = get(p, "dout");
  const auto nf = static_cast<float>(n);
  vec out(x.size()), xhat(x.size()), dx(x.size()), dg(at(n)), db(at(n));
  for (int i = 0; i < m; ++i) {
    const auto e = [&](int j) { return at(i * n + j); };
    float mean = total(o, n, [&](int j) { return x[e(j)]; }) / nf;
    float var = total(o, n, [&](int j) { return (x[e(j)] - mean) * (x[e(j)] - mean); }) / (mutant == "M24" ? nf - 1 : nf);
    if (o == order::strided) { // Welford
      mean = 0, var = 0;
      for (int j = 0; j < n; ++j) {
        const float d = x[e(j)] - mean;
        mean += d / static_cast<float>(j + 1);
        var += d * (x[e(j)] - mean);
      }
      var /= mutant == "M24" ? nf - 1 : nf;
    }
    if (mutant == "M26") var = total(o, n, [&](int j) { return x[e(j)] * x[e(j)]; }) / nf - mean * mean;
    const float r = 1 / std::sqrt(var + 1e-5F);
    for (int j = 0; j < n; ++j) xhat[e(j)] = (x[e(j)] - mean) * r, out[e(j)] = xhat[e(j)] * g[at(j)] + b[at(j)];
    const auto gy = [&](int j) { return mutant == "M21" ? dy[e(j)] : dy[e(j)] * g[at(j)]; };
    float first = total(o, n, gy) / nf;
    float second = dot(o, n, gy, [&](int j) { return xhat[e(j)]; }) / nf;
    if (mutant == "M18") first = 0;
    if (mutant == "M19") first *= 2;
    if (mutant == "M20") second = 0;
    for (int j = 0; j < n; ++j) dx[e(j)] = r * (gy(j) - first - xhat[e(j)] * second);
  }
  for (int j = 0; j < n; ++j) {
    const auto term = [&](int i) { return dy[at(i * n + j)] * (mutant == "M23" ? x : xhat)[at(i * n + j)]; };
    dg[at(j)] = total(o, m, term);
    db[at(j)] = total(o, m, [&](int i) { return dy[at(i * n + j)]; });
    if (mutant == "M59") {
      float sum = 0, bias = 0;
      for (int i = 0; i < m; ++i) sum = as_bf16(sum + term(i)), bias = as_bf16(bias + dy[at(i * n + j)]);
      dg[at(j)] = sum, db[at(j)] = bias;
    }
  }
  if (p.wrt.empty()) return {{"forward", out}};
  return {{"x", dx}, {"g", dg}, {"b", db}};
}

point make_rmsnorm(const std::string& regime, std::uint64_t seed) {
  point p{regime, "rmsnorm(x, g)", {"x", "g"}, {}};
  maker m(p, seed);
  m.normal("x", {regime == "odd" ? 9 : 4, regime == "odd" ? 31 : 64});
  m.normal("g", {regime == "odd" ? 31 : 64}, 0.3F, 1);
  m.normal("dout", {regime == "odd" ? 9 : 4, regime == "odd" ? 31 : 64});
  return p;
}

outputs rmsnorm(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "x", 0), n = extent(p, "x", 1);
  const vec x = get(p, "x"), g = get(p, "g");
  vec dy = get(p, "dout"), xhat(x.size()), dx(x.size()), dg(at(n));
  for (int i = 0; i < m; ++i) {
    const auto e = [&](int j) { return at(i * n + j); };
    const float r = 1 / std::sqrt(total(o, n, [&](int j) { return x[e(j)] * x[e(j)]; }) / static_cast<float>(n) + 1e-5F);
    for (int j = 0; j < n; ++j) xhat[e(j)] = x[e(j)] * r;
    float second = total(o, n, [&](int j) { return dy[e(j)] * g[at(j)] * xhat[e(j)]; }) / static_cast<float>(n);
    if (mutant == "M27") second = 0;
    for (int j = 0; j < n; ++j) dx[e(j)] = r * (dy[e(j)] * g[at(j)] - xhat[e(j)] * second);
  }
  if (mutant == "M30") dy = dx; // dx was written over dy before the second pass
  for (int j = 0; j < n; ++j) dg[at(j)] = mutant == "M29" ? 0 : total(o, m, [&](int i) { return dy[at(i * n + j)] * xhat[at(i * n + j)]; });
  return {{"x", dx}, {"g", dg}};
}

// ---- attention --------------------------------------------------------------------------------------------------------

point make_attention(const std::string& regime, std::uint64_t seed) {
  point p{regime, "attention(q, k, v, causal=1)", {"q", "k", "v"}, {}};
  maker m(p, seed);
  const std::int64_t heads = 4, groups = regime == "gqa" ? 2 : 4, t = regime == "odd" ? 13 : 8, d = regime == "odd" ? 5 : 8;
  m.normal("q", {heads, t, d}, regime == "sharp" ? 4.0F : 1.0F);
  m.normal("k", {groups, t, d});
  m.normal("v", {groups, t, d});
  m.normal("dout", {heads, t, d});
  return p;
}

outputs attention(const point& p, order o, const std::string& mutant) {
  const int heads = extent(p, "q", 0), groups = extent(p, "k", 0), t = extent(p, "q", 1), d = extent(p, "q", 2);
  const vec q = get(p, "q"), k = get(p, "k"), v = get(p, "v"), g = get(p, "dout");
  const float scale = 1 / std::sqrt(static_cast<float>(d));
  vec dq(q.size()), dk(k.size(), 0.0F), dv(v.size(), 0.0F);
  const auto head = [&](const vec& x, int h) { return vec(x.begin() + h * t * d, x.begin() + (h + 1) * t * d); };
  for (int h = 0; h < heads; ++h) {
    const int group = h / (heads / groups);
    const vec qh = head(q, h), kh = head(k, group), vh = head(v, group), gh = head(g, h);
    vec s = multiply(o, qh, plain, kh, transposed, t, d, t);
    for (int i = 0; i < t; ++i)
      for (int j = 0; j < t; ++j) s[at(i * t + j)] = j > i ? -INFINITY : s[at(i * t + j)] * scale;
    vec pr = softmax_rows(o == order::strided ? order::sequential : o, s, t, t);
    const vec out = multiply(o, pr, plain, vh, plain, t, t, d);
    if (mutant == "M33") {
      vec open = multiply(o, qh, plain, kh, transposed, t, d, t);
      for (float& x : open) x *= scale;
      pr = softmax_rows(order::sequential, open, t, t);
    }
    const vec dp = multiply(o, gh, plain, vh, transposed, t, d, t);
    vec ds(pr.size());
    for (int i = 0; i < t; ++i) {
      // As FlashAttention does: the inner product of dP and P is that of dO and O.
      float delta = dot(o, d, [&](int c) { return gh[at(i * d + c)]; }, [&](int c) { return out[at(i * d + c)]; });
      if (mutant == "M34") delta = 0;
      for (int j = 0; j < t; ++j) ds[at(i * t + j)] = pr[at(i * t + j)] * (dp[at(i * t + j)] - delta);
    }
    const float factor = mutant == "M31" ? 1 : mutant == "M32" ? scale * scale : scale;
    vec dqh = multiply(o, ds, plain, kh, plain, t, t, d), dkh = multiply(o, ds, transposed, qh, plain, t, t, d), dvh = multiply(o, pr, transposed, gh, plain, t, t, d);
    if (mutant == "M37") std::fill(dvh.end() - d, dvh.end(), 0.0F);
    for (int e = 0; e < t * d; ++e) {
      dq[at(h * t * d + e)] = dqh[at(e)] * factor;
      float &tk = dk[at(group * t * d + e)], &tv = dv[at(group * t * d + e)];
      tk = (mutant == "M36" ? 0 : tk) + dkh[at(e)] * factor;
      tv = (mutant == "M36" ? 0 : tv) + dvh[at(e)];
    }
  }
  return {{"q", dq}, {"k", dk}, {"v", dv}};
}

point make_rope(const std::string& regime, std::uint64_t seed) {
  point p{regime, regime == "interleaved" ? "rope(x, c, s, layout='interleaved')" : "rope(x, c, s)", {"x"}, {}};
  maker m(p, seed);
  const std::int64_t t = 9, d = 8;
  m.normal("x", {t, d});
  m.normal("dout", {t, d});
  m.normal("c", {t, d / 2});
  m.normal("s", {t, d / 2});
  for (std::int64_t i = 0; i < t; ++i)
    for (std::int64_t j = 0; j < d / 2; ++j) {
      const double angle = (regime == "far" ? 1e5 : 1.0) * static_cast<double>(i) * std::pow(10000.0, -2.0 * static_cast<double>(j) / static_cast<double>(d));
      m.values("c")[at(static_cast<int>(i * d / 2 + j))] = static_cast<float>(std::cos(angle));
      m.values("s")[at(static_cast<int>(i * d / 2 + j))] = static_cast<float>(std::sin(angle));
    }
  return p;
}

outputs rope(const point& p, order, const std::string& mutant) {
  const int t = extent(p, "x", 0), d = extent(p, "x", 1), h = d / 2;
  const vec g = get(p, "dout"), c = get(p, "c"), s = get(p, "s");
  vec dx(g.size());
  const bool interleaved = (p.regime == "interleaved") != (mutant == "M40");
  for (int i = 0; i < t; ++i)
    for (int j = 0; j < h; ++j) {
      const int row = mutant == "M41" ? std::min(i + 1, t - 1) : i;
      const std::size_t a = at(i * d + (interleaved ? 2 * j : j)), b = at(i * d + (interleaved ? 2 * j + 1 : j + h));
      const float cs = c[at(row * h + j)], sn = mutant == "M38" ? -s[at(row * h + j)] : s[at(row * h + j)];
      dx[a] = g[a] * cs + g[b] * sn;
      dx[b] = g[b] * cs - g[a] * sn;
    }
  return {{"x", dx}};
}

// ---- activations --------------------------------------------------------------------------------------------------------

point make_gelu(const std::string& regime, std::uint64_t seed) {
  point p{regime, "gelu_tanh(x)", {"x"}, {}};
  maker m(p, seed);
  m.normal("x", {257}, regime == "large" ? 5.0F : 1.0F);
  m.normal("dout", {257});
  return p;
}

outputs gelu(const point& p, order, const std::string& mutant) {
  const vec x = get(p, "x"), g = get(p, "dout");
  vec dx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const float k = 0.7978845608F, u = k * (x[i] + 0.044715F * x[i] * x[i] * x[i]), t = std::tanh(u);
    float slope = 0.5F * (1 + t) + 0.5F * x[i] * (1 - t * t) * k * (1 + 3 * 0.044715F * x[i] * x[i]);
    if (mutant == "M42") slope = 0.5F * (1 + std::erf(x[i] * 0.70710678F)) + x[i] * 0.39894228F * std::exp(-0.5F * x[i] * x[i]);
    if (mutant == "M43") slope = 0.5F * (1 + t);
    dx[i] = g[i] * slope;
  }
  return {{"x", dx}};
}

point make_relu_clip(const std::string& regime, std::uint64_t seed) {
  point p{regime, "relu(x) + clip(x, -1, 1)", {"x"}, {}};
  maker m(p, seed);
  m.normal("x", {128}, 1.5F);
  m.normal("dout", {128});
  if (regime == "zeros")
    for (int i = 0; i < 128; i += 5) m.values("x")[at(i)] = 0;
  return p;
}

outputs relu_clip(const point& p, order, const std::string& mutant) {
  const vec x = get(p, "x"), g = get(p, "dout");
  vec dx(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool active = mutant == "M44" ? x[i] >= 0 : x[i] > 0;
    const bool inside = x[i] >= -1 && (x[i] <= 1 || mutant == "M45");
    dx[i] = (active ? g[i] : 0) + (inside ? g[i] : 0);
  }
  return {{"x", dx}};
}

point make_swiglu(const std::string& regime, std::uint64_t seed) {
  point p{regime, "swiglu(a, b)", {"a", "b"}, {}};
  maker m(p, seed);
  for (const char* n : {"a", "b", "dout"}) m.normal(n, {200}, regime == "large" ? 6.0F : 1.0F);
  return p;
}

outputs swiglu(const point& p, order, const std::string& mutant) {
  const vec a = get(p, "a"), b = get(p, "b"), g = get(p, "dout");
  vec da(a.size()), db(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float s = 1 / (1 + std::exp(-a[i]));
    da[i] = g[i] * b[i] * (mutant == "M46" ? s : s * (1 + a[i] * (1 - s)));
    db[i] = g[i] * a[i] * s;
  }
  return {{"a", da}, {"b", db}};
}

point make_dropout(const std::string& regime, std::uint64_t seed) {
  point p{regime, "dropout(x, mask, 0.25)", {"x"}, {}};
  maker m(p, seed);
  m.normal("x", {100});
  m.normal("dout", {100});
  m.integers("mask", {100}, 2);
  return p;
}

outputs dropout(const point& p, order, const std::string& mutant) {
  const vec g = get(p, "dout"), mask = get(p, "mask");
  vec dx(g.size());
  for (std::size_t i = 0; i < g.size(); ++i) dx[i] = g[i] * mask[i] * (mutant == "M47b" ? 1.0F : 1 / 0.75F);
  return {{"x", dx}};
}

// ---- matrices -----------------------------------------------------------------------------------------------------------

point make_kron(const std::string& regime, std::uint64_t seed) {
  point p{regime, "s * kron(A, B)", {"A", "B", "s"}, {}};
  maker m(p, seed);
  const std::int64_t a = 4, b = 5, c = regime == "equal" ? 4 : 3, d = regime == "equal" ? 5 : 6;
  m.normal("A", {a, b});
  m.normal("B", {c, d});
  m.normal("dout", {a * c, b * d});
  m.scalar("s", 0.7F);
  return p;
}

outputs kron(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "A", 0), n = extent(p, "A", 1), r = extent(p, "B", 0), c = extent(p, "B", 1);
  const vec a = get(p, "A"), b = get(p, "B"), g = get(p, "dout");
  const float s = get(p, "s")[0], factor = mutant == "M49" ? 1.0F : s;
  const auto upstream = [&](int i, int j, int k, int l) {
    const int row = mutant == "M48" ? k * m + i : i * r + k, column = mutant == "M48" ? l * n + j : j * c + l;
    return g[at(row * n * c + column)];
  };
  vec da(a.size()), db(b.size());
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) da[at(i * n + j)] = factor * dot(o, r * c, [&](int e) { return upstream(i, j, e / c, e % c); }, [&](int e) { return b[at(e)]; });
  for (int k = 0; k < r; ++k)
    for (int l = 0; l < c; ++l) db[at(k * c + l)] = factor * dot(o, m * n, [&](int e) { return upstream(e / n, e % n, k, l); }, [&](int e) { return a[at(e)]; });
  const float ds = total(o, m * n * r * c, [&](int e) {
    const int i = e / (n * r * c), j = e / (r * c) % n, k = e / c % r, l = e % c;
    return a[at(i * n + j)] * b[at(k * c + l)] * upstream(i, j, k, l);
  });
  return {{"A", da}, {"B", db}, {"s", {ds}}};
}

point make_matrix(const std::string& regime, std::uint64_t seed) {
  const char* expression = regime == "det" ? "det(X)" : regime == "logdet" ? "logdet(X)" : "trace(A @ inv(X))";
  point p{regime, expression, {"X"}, {}};
  maker m(p, seed);
  const std::int64_t n = 6;
  m.normal("X", {n, n});
  m.normal("A", {n, n});
  for (std::int64_t i = 0; i < n; ++i) m.values("X")[at(static_cast<int>(i * n + i))] += 5;
  return p;
}

outputs matrix(const point& p, order o, const std::string& mutant) {
  const int n = extent(p, "X", 0);
  const inverted r = invert(get(p, "X"), n);
  const vec a = get(p, "A");
  vec dx(r.inverse.size());
  const bool wrong_side = mutant == "M52" || mutant == "M53" || mutant == "M54";
  if (p.regime == "trace") {
    const vec inner = multiply(o, multiply(o, r.inverse, plain, a, plain, n, n, n), plain, r.inverse, plain, n, n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) dx[at(i * n + j)] = (mutant == "M55" ? 1.0F : -1.0F) * inner[at(wrong_side ? i * n + j : j * n + i)];
  } else {
    const float factor = p.regime == "det" ? r.determinant : 1.0F;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) dx[at(i * n + j)] = factor * r.inverse[at(wrong_side ? i * n + j : j * n + i)];
  }
  return {{"X", dx}};
}

point make_quadform(const std::string& regime, std::uint64_t seed) {
  point p{regime, "a @ A @ a", {"a", "A"}, {}};
  maker m(p, seed);
  m.normal("A", {23, 23});
  m.normal("a", {23});
  return p;
}

outputs quadform(const point& p, order o, const std::string& mutant) {
  const int n = extent(p, "a", 0);
  const vec a = get(p, "a"), m = get(p, "A");
  const vec right = multiply(o, m, plain, a, plain, n, n, 1), left = multiply(o, a, plain, m, plain, 1, n, n);
  vec da(a.size()), dm(m.size());
  for (int i = 0; i < n; ++i) {
    da[at(i)] = mutant == "M54b" ? 2 * right[at(i)] : right[at(i)] + left[at(i)];
    for (int j = 0; j < n; ++j) dm[at(i * n + j)] = a[at(i)] * a[at(j)];
  }
  return {{"a", da}, {"A", dm}};
}

point make_ssmax(const std::string& regime, std::uint64_t seed) {
  point p{regime, "ssmax(z, s, 1)", {"z", "s"}, {}};
  maker m(p, seed);
  m.normal("z", {6, 20});
  m.normal("dout", {6, 20});
  m.scalar("s", 0.43F);
  return p;
}

outputs ssmax(const point& p, order o, const std::string& mutant) {
  const int m = extent(p, "z", 0), n = extent(p, "z", 1);
  const vec z = get(p, "z"), g = get(p, "dout");
  const float s = get(p, "s")[0], log_n = std::log(static_cast<float>(n));
  vec h(z.size()), dz(z.size());
  for (std::size_t i = 0; i < z.size(); ++i) h[i] = s * log_n * z[i];
  const vec dh = softmax_backward(o, softmax_rows(o, h, m, n), g, m, n);
  for (std::size_t i = 0; i < z.size(); ++i) dz[i] = s * log_n * dh[i];
  const float ds = dot(o, m * n, [&](int i) { return dh[at(i)]; }, [&](int i) { return z[at(i)]; }) * (mutant == "M51" ? 1.0F : log_n);
  return {{"z", dz}, {"s", {ds}}};
}

point make_embedding(const std::string& regime, std::uint64_t seed) {
  point p{regime, "embedding(T, ids)", {"T"}, {}};
  maker m(p, seed);
  m.normal("T", {11, 4});
  m.normal("dout", {40, 4});
  m.integers("ids", {40}, 11);
  return p;
}

outputs embedding(const point& p, order o, const std::string& mutant) {
  const int rows = extent(p, "T", 0), width = extent(p, "T", 1), n = extent(p, "ids", 0);
  const vec g = get(p, "dout"), ids = get(p, "ids");
  vec dt(at(rows * width), 0.0F);
  for (int k = 0; k < n; ++k) {
    const int i = o == order::reversed ? n - 1 - k : k;
    for (int j = 0; j < width; ++j) {
      float& to = dt[at(static_cast<int>(ids[at(i)]) * width + j)];
      to = (mutant == "M57" ? 0 : to) + g[at(i * width + j)];
    }
  }
  return {{"T", dt}};
}

} // namespace

std::vector<system> systems() {
  return {
      {"lin_ce", {"default", "square", "off-tile", "ignored", "gap", "forward", "large"}, make_lin_ce, lin_ce,
       {"M01", "M02", "M03", "M04", "M05", "M07", "M08", "M08b", "M09", "M12", "M13", "M63", "M65", "M66"}},
      {"softmax", {"default", "low", "high", "wide", "long", "tiny"}, make_softmax, softmax, {"M10", "M11", "M14", "M16", "M17", "M60"}},
      {"layernorm", {"default", "shifted", "offset", "many rows"}, make_layernorm, layernorm, {"M18", "M19", "M20", "M21", "M23", "M24", "M26", "M59"}},
      {"rmsnorm", {"default", "odd"}, make_rmsnorm, rmsnorm, {"M27", "M29", "M30"}},
      {"attention", {"default", "gqa", "odd", "sharp"}, make_attention, attention, {"M31", "M32", "M33", "M34", "M36", "M37"}},
      {"rope", {"default", "interleaved", "far"}, make_rope, rope, {"M38", "M40", "M41"}},
      {"gelu_tanh", {"default", "large"}, make_gelu, gelu, {"M42", "M43"}},
      {"relu_clip", {"default", "zeros"}, make_relu_clip, relu_clip, {"M44", "M45"}},
      {"swiglu", {"default", "large"}, make_swiglu, swiglu, {"M46"}},
      {"dropout", {"default"}, make_dropout, dropout, {"M47b"}},
      {"kron", {"default", "equal"}, make_kron, kron, {"M48", "M49"}},
      {"matrix", {"det", "logdet", "trace"}, make_matrix, matrix, {"M52", "M53", "M54", "M55"}},
      {"quadform", {"default"}, make_quadform, quadform, {"M54b"}},
      {"ssmax", {"default"}, make_ssmax, ssmax, {"M51"}},
      {"embedding", {"default"}, make_embedding, embedding, {"M57"}},
  };
}

} // namespace fpcheck::tolerance::bench
