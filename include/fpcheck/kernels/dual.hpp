#pragma once
#include <fpcheck/base/config.hpp>
#include <fpcheck/exact/error_free.hpp>

#include <cmath>

/// Values with derivatives along K directions at once, for forward functions written as templates over their scalar.
/// Multiplications and additions are fused where they are written so and nowhere else: the same bits on host and device
/// for everything but exp, log, tanh and erf, which are the platform's.
namespace fpcheck::kernels {

/// A number and its derivatives along K directions. T is float or double.
/// Error: each operation rounds its value once and each derivative at most three times.
template <class T, int K>
struct dual {
  T value = 0;
  T tangent[K] = {};

  dual() = default;
  FPCHECK_HD FPCHECK_INLINE constexpr dual(T constant) noexcept : value(constant) {}
};

namespace detail {
/// value, with the tangents of a scaled by da.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> chain(T value, T da, const dual<T, K>& a) noexcept {
  dual<T, K> r(value);
  for (int k = 0; k < K; ++k) r.tangent[k] = exact::mul(da, a.tangent[k]);
  return r;
}
/// value, with da times the tangents of a and db times those of b.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> chain(T value, T da, const dual<T, K>& a, T db, const dual<T, K>& b) noexcept {
  dual<T, K> r(value);
  for (int k = 0; k < K; ++k) r.tangent[k] = exact::fma(da, a.tangent[k], exact::mul(db, b.tangent[k]));
  return r;
}
} // namespace detail

template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator-(const dual<T, K>& a) noexcept {
  dual<T, K> r(-a.value);
  for (int k = 0; k < K; ++k) r.tangent[k] = -a.tangent[k];
  return r;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator+(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  dual<T, K> r(a.value + b.value);
  for (int k = 0; k < K; ++k) r.tangent[k] = a.tangent[k] + b.tangent[k];
  return r;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator-(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  dual<T, K> r(a.value - b.value);
  for (int k = 0; k < K; ++k) r.tangent[k] = a.tangent[k] - b.tangent[k];
  return r;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator*(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  return detail::chain(exact::mul(a.value, b.value), b.value, a, a.value, b);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator/(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  const T q = a.value / b.value, r = T(1) / b.value;
  return detail::chain(q, r, a, -exact::mul(q, r), b);
}

// With constants: a constant has no tangents, so fewer operations.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator+(dual<T, K> a, T b) noexcept {
  a.value = a.value + b;
  return a;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator-(dual<T, K> a, T b) noexcept {
  a.value = a.value - b;
  return a;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator*(const dual<T, K>& a, T b) noexcept {
  return detail::chain(exact::mul(a.value, b), b, a);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator*(T a, const dual<T, K>& b) noexcept {
  return b * a;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> operator/(const dual<T, K>& a, T b) noexcept {
  return detail::chain(a.value / b, T(1) / b, a);
}

/// a * b + c for a constant a: the inner step of every linear layer.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> fma(T a, const dual<T, K>& b, const dual<T, K>& c) noexcept {
  dual<T, K> r(exact::fma(a, b.value, c.value));
  for (int k = 0; k < K; ++k) r.tangent[k] = exact::fma(a, b.tangent[k], c.tangent[k]);
  return r;
}
/// a * b + c.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> fma(const dual<T, K>& a, const dual<T, K>& b, const dual<T, K>& c) noexcept {
  dual<T, K> r(exact::fma(a.value, b.value, c.value));
  for (int k = 0; k < K; ++k)
    r.tangent[k] = exact::fma(a.value, b.tangent[k], exact::fma(b.value, a.tangent[k], c.tangent[k]));
  return r;
}

/// The square root. Requires: a > 0 for finite derivatives.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> sqrt(const dual<T, K>& a) noexcept {
  const T s = exact::sqrt(a.value);
  return detail::chain(s, T(0.5) / s, a);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> exp(const dual<T, K>& a) noexcept {
  const T e = ::exp(a.value);
  return detail::chain(e, e, a);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> log(const dual<T, K>& a) noexcept {
  return detail::chain(T(::log(a.value)), T(1) / a.value, a);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> tanh(const dual<T, K>& a) noexcept {
  const T t = ::tanh(a.value);
  return detail::chain(t, exact::fma(-t, t, T(1)), a);
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> erf(const dual<T, K>& a) noexcept {
  const T slope = T(1.1283791670955126) * ::exp(-exact::mul(a.value, a.value)); // 2 / sqrt(pi)
  return detail::chain(T(::erf(a.value)), slope, a);
}
/// The larger one with its derivatives; a at ties. NaN if either is.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE dual<T, K> max(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  return a.value >= b.value || a.value != a.value ? a : b;
}
/// Comparisons are those of the values: a branch has the derivative of the side that is taken.
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE constexpr bool operator<(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  return a.value < b.value;
}
template <class T, int K>
FPCHECK_HD FPCHECK_INLINE constexpr bool operator>(const dual<T, K>& a, const dual<T, K>& b) noexcept {
  return b < a;
}

} // namespace fpcheck::kernels
