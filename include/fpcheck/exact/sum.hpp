#pragma once
#include <fpcheck/exact/double_double.hpp>

#include <cstddef>

/// Compensated sums and dot products. With n terms, u the unit roundoff and S the sum of magnitudes:
///   pairwise          |error| <= (ceil(log2 n) + 1) u S + O(u^2), blocks of 8 summed in order: + 7 u S
///   kahan, neumaier   |error| <= 2 u |sum| + O(n u^2) S            (kahan: terms of falling size or no cancellation)
///   k_fold            |error| <= (u + O(n u^2)) |sum| + O((n u)^k) S
///   dot_compensated   as twice the working precision, rounded once
/// Source: Higham, "Accuracy and stability of numerical algorithms", 2002, chapter 4; Ogita, Rump, Oishi, "Accurate sum
/// and dot product", SIAM J. Sci. Comput. 26(6), 2005.
namespace fpcheck::exact {

/// The sum with one running correction (Kahan, 1965).
template <class T>
FPCHECK_HD T sum_kahan(const T* x, std::size_t n) noexcept {
  T s = 0, c = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const T y = x[i] - c;
    const T t = s + y;
    c = (t - s) - y;
    s = t;
  }
  return s;
}
/// The sum with a correction that survives terms larger than the running sum (Neumaier, 1974).
template <class T>
FPCHECK_HD T sum_neumaier(const T* x, std::size_t n) noexcept {
  T s = 0, c = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const rounded<T> r = two_sum(s, x[i]);
    s = r.value, c += r.error;
  }
  return s + c;
}
/// The sum by halves, in order below nine terms.
template <class T>
FPCHECK_HD T sum_pairwise(const T* x, std::size_t n) noexcept {
  // Iterative, because device code should not recurse: partial[i] holds the sum of 2^i blocks of 8.
  T partial[64] = {};
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < n; i += 8, ++blocks) {
    T s = x[i];
    for (std::size_t j = i + 1; j < n && j < i + 8; ++j) s += x[j];
    std::size_t level = 0;
    for (std::size_t b = blocks; (b & 1) != 0; b >>= 1) s = partial[level++] + s;
    partial[level] = s;
  }
  T s = 0;
  for (std::size_t level = 0; blocks >> level != 0; ++level)
    if ((blocks >> level & 1) != 0) s = partial[level] + s;
  return s;
}
/// The sum as if computed in K times the working precision and rounded. Requires: K >= 1.
template <int K, class T>
FPCHECK_HD T sum_k_fold(const T* x, std::size_t n) noexcept {
  // K - 1 error-free passes at once: each term trickles down a chain of two_sums.
  T chain[K] = {};
  for (std::size_t i = 0; i < n; ++i) {
    T t = x[i];
    for (int k = 0; k < K - 1; ++k) {
      const rounded<T> r = two_sum(chain[k], t);
      chain[k] = r.value, t = r.error;
    }
    chain[K - 1] += t;
  }
  T s = chain[K - 1];
  for (int k = K - 2; k >= 0; --k) s = chain[k] + s;
  return s;
}
/// The dot product as if computed in twice the working precision and rounded.
template <class T>
FPCHECK_HD T dot_compensated(const T* x, const T* y, std::size_t n) noexcept {
  T s = 0, c = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const rounded<T> p = two_prod(x[i], y[i]);
    const rounded<T> r = two_sum(s, p.value);
    s = r.value;
    c += r.error + p.error;
  }
  return s + c;
}
/// The dot product as if computed in K times the working precision and rounded. Requires: K >= 2.
template <int K, class T>
FPCHECK_HD T dot_k_fold(const T* x, const T* y, std::size_t n) noexcept {
  T chain[K] = {};
  const auto take = [&chain](T t) {
    for (int k = 0; k < K - 1; ++k) {
      const rounded<T> r = two_sum(chain[k], t);
      chain[k] = r.value, t = r.error;
    }
    chain[K - 1] += t;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const rounded<T> p = two_prod(x[i], y[i]);
    take(p.value), take(p.error);
  }
  T s = chain[K - 1];
  for (int k = K - 2; k >= 0; --k) s = chain[k] + s;
  return s;
}

} // namespace fpcheck::exact
