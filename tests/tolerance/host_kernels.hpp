#pragma once
#include "systems.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace fpcheck::tolerance::bench {

using vec = std::vector<float>;

/// term(0) + ... + term(n - 1) in binary32, in the given order.
template <class F>
float total(order o, int n, F term) {
  switch (o) {
  case order::sequential: {
    float s = 0;
    for (int i = 0; i < n; ++i) s += term(i);
    return s;
  }
  case order::reversed: {
    float s = 0;
    for (int i = n; i-- > 0;) s += term(i);
    return s;
  }
  case order::pairwise: {
    if (n == 0) return 0;
    const std::function<float(int, int)> half = [&](int lo, int hi) { return hi - lo == 1 ? term(lo) : half(lo, (lo + hi) / 2) + half((lo + hi) / 2, hi); };
    return half(0, n);
  }
  case order::strided: {
    float lanes[32] = {};
    for (int i = 0; i < n; ++i) lanes[i % 32] += term(i);
    for (int step = 16; step > 0; step /= 2)
      for (int i = 0; i < step; ++i) lanes[i] += lanes[i + step];
    return lanes[0];
  }
  }
  return 0;
}

/// A dot product: fused where the order is strided or reversed, rounded products elsewhere.
template <class A, class B>
float dot(order o, int n, A a, B b) {
  if (o != order::strided && o != order::reversed) return total(o, n, [&](int i) { return a(i) * b(i); });
  float lanes[8] = {};
  for (int i = 0; i < n; ++i) lanes[i % 8] = std::fma(a(i), b(i), lanes[i % 8]);
  return total(order::pairwise, 8, [&](int i) { return lanes[i]; });
}

/// a (m x k, or its transpose) times b (k x n, or its transpose).
enum class side : std::uint8_t { plain, transposed };
inline vec multiply(order o, const vec& a, side ta, const vec& b, side tb, int m, int k, int n) {
  vec c(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      c[static_cast<std::size_t>(i * n + j)] = dot(o, k, [&](int q) { return a[static_cast<std::size_t>(ta == side::plain ? i * k + q : q * m + i)]; },
                                                   [&](int q) { return b[static_cast<std::size_t>(tb == side::plain ? q * n + j : j * k + q)]; });
  return c;
}

/// The softmax of each row; online where the order is strided.
inline vec softmax_rows(order o, const vec& z, int m, int n) {
  vec p(z.size());
  for (int i = 0; i < m; ++i) {
    const float* row = z.data() + i * n;
    float top = row[0], sum = 0;
    if (o == order::strided) {
      sum = 1;
      for (int j = 1; j < n; ++j) {
        const float next = std::max(top, row[j]);
        sum = sum * std::exp(top - next) + std::exp(row[j] - next);
        top = next;
      }
    } else {
      top = *std::max_element(row, row + n);
      sum = total(o, n, [&](int j) { return std::exp(row[j] - top); });
    }
    for (int j = 0; j < n; ++j) p[static_cast<std::size_t>(i * n + j)] = std::exp(row[j] - top) / sum;
  }
  return p;
}

/// P * (dP - rowsum(P * dP)).
inline vec softmax_backward(order o, const vec& p, const vec& dp, int m, int n) {
  vec out(p.size());
  for (int i = 0; i < m; ++i) {
    const float* pr = p.data() + i * n;
    const float* dr = dp.data() + i * n;
    const float inner = dot(o, n, [&](int j) { return pr[j]; }, [&](int j) { return dr[j]; });
    for (int j = 0; j < n; ++j) out[static_cast<std::size_t>(i * n + j)] = pr[j] * (dr[j] - inner);
  }
  return out;
}

/// The inverse by Gauss-Jordan elimination with partial pivoting, and the determinant.
struct inverted {
  vec inverse;
  float determinant = 1;
};
inline inverted invert(vec a, int n) {
  inverted r;
  r.inverse.assign(a.size(), 0.0F);
  const auto at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  for (int i = 0; i < n; ++i) r.inverse[at(i, i)] = 1;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::fabs(a[at(i, k)]) > std::fabs(a[at(pivot, k)])) pivot = i;
    if (pivot != k) {
      r.determinant = -r.determinant;
      for (int j = 0; j < n; ++j) std::swap(a[at(k, j)], a[at(pivot, j)]), std::swap(r.inverse[at(k, j)], r.inverse[at(pivot, j)]);
    }
    r.determinant *= a[at(k, k)];
    const float scale = 1 / a[at(k, k)];
    for (int j = 0; j < n; ++j) a[at(k, j)] *= scale, r.inverse[at(k, j)] *= scale;
    for (int i = 0; i < n; ++i) {
      if (i == k) continue;
      const float f = a[at(i, k)];
      for (int j = 0; j < n; ++j) a[at(i, j)] -= f * a[at(k, j)], r.inverse[at(i, j)] -= f * r.inverse[at(k, j)];
    }
  }
  return r;
}

inline vec get(const point& p, const std::string& name) {
  const auto& v = p.inputs.at(name).values;
  return vec(v.begin(), v.end());
}
inline int extent(const point& p, const std::string& name, std::size_t axis) { return static_cast<int>(p.inputs.at(name).sizes[axis]); }

/// Inputs in the making: every value is a binary32 number.
class maker {
public:
  maker(point& p, std::uint64_t seed) : p_(p), random_(seed * 7919 + 13) {}

  void normal(const std::string& name, std::vector<std::int64_t> sizes, float scale = 1, float shift = 0) {
    fill(name, std::move(sizes), [&] { return shift + scale * normal_(random_); });
  }
  void uniform(const std::string& name, std::vector<std::int64_t> sizes, float lo, float hi) {
    std::uniform_real_distribution<float> u(lo, hi);
    fill(name, std::move(sizes), [&] { return u(random_); });
  }
  void integers(const std::string& name, std::vector<std::int64_t> sizes, int count) {
    fill(name, std::move(sizes), [&] { return static_cast<float>(random_() % static_cast<unsigned>(count)); });
  }
  void scalar(const std::string& name, float x) { p_.inputs[name] = {{}, {static_cast<double>(x)}}; }
  std::vector<double>& values(const std::string& name) { return p_.inputs[name].values; }

private:
  template <class F>
  void fill(const std::string& name, std::vector<std::int64_t> sizes, F f) {
    expr::input_value v;
    std::int64_t n = 1;
    for (const std::int64_t s : sizes) n *= s;
    v.sizes = std::move(sizes);
    for (std::int64_t i = 0; i < n; ++i) v.values.push_back(static_cast<double>(f()));
    p_.inputs[name] = std::move(v);
  }
  point& p_;
  std::mt19937_64 random_;
  std::normal_distribution<float> normal_;
};

} // namespace fpcheck::tolerance::bench
