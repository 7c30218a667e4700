#pragma once
#include <fpcheck/exact/ball.hpp>

/// A number that carries a bound of its own rounding error: the computed value is exactly that of plain arithmetic.
namespace fpcheck::exact {

/// `value` is what T arithmetic computes in the same order; |value - exact| <= bound. Three operations an FMA.
/// Error: the bound is rounded upward by a factor of 1 + 2^-49 (double) a step. Range: an infinite bound says nothing.
/// Source: Wilkinson's running error analysis; Higham, "Accuracy and stability of numerical algorithms", 3.3.
template <class T>
struct running {
  T value;
  double bound;

  running() = default;
  FPCHECK_HD constexpr running(T v) noexcept : value(v), bound(0) {}
  FPCHECK_HD constexpr running(T v, double b) noexcept : value(v), bound(b) {}
};

namespace detail {

/// Half an ulp of a result of T arithmetic, upward: u |x|, or half the smallest subnormal.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double rounding_of(T x) noexcept {
  const double size = abs(static_cast<double>(x));
  constexpr double half_tiny = static_cast<double>(std::numeric_limits<T>::denorm_min());
  return mul(size, static_cast<double>(ball_constants<T>::unit)) + (sizeof(T) == 8 ? 0x1p-1022 : half_tiny);
}
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> with_bound(T value, double bound) noexcept {
  return {value, finite(value) ? upward(bound) : ball_constants<double>::infinity};
}

} // namespace detail

template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> operator-(running<T> a) noexcept {
  return {-a.value, a.bound};
}
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> operator+(running<T> a, running<T> b) noexcept {
  const rounded<T> s = two_sum(a.value, b.value);
  return detail::with_bound(s.value, a.bound + b.bound + abs(static_cast<double>(s.error)));
}
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> operator-(running<T> a, running<T> b) noexcept {
  return a + -b;
}
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> operator*(running<T> a, running<T> b) noexcept {
  const T p = mul(a.value, b.value);
  const double x = abs(static_cast<double>(a.value)), y = abs(static_cast<double>(b.value));
  return detail::with_bound(p, fma(x, b.bound, mul(y + b.bound, a.bound)) + detail::rounding_of(p));
}
/// a * b + c with one rounding.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> fma(running<T> a, running<T> b, running<T> c) noexcept {
  const T m = fma(a.value, b.value, c.value);
  const double x = abs(static_cast<double>(a.value)), y = abs(static_cast<double>(b.value));
  return detail::with_bound(m, fma(x, b.bound, mul(y + b.bound, a.bound)) + c.bound + detail::rounding_of(m));
}
/// a / b. Range: an infinite bound where b may be 0.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr running<T> operator/(running<T> a, running<T> b) noexcept {
  const T q = a.value / b.value;
  const double below = mul(abs(static_cast<double>(b.value)) - b.bound, 1 - 0x1p-51);
  const double above = fma(abs(static_cast<double>(q)), b.bound, a.bound);
  const double spread = below > 0 ? above / below : detail::ball_constants<double>::infinity;
  // q itself is rounded: |q - a/b| <= u |q| (1 + 2u), and the spread was taken round q.
  return detail::with_bound(q, mul(spread, 1 + 0x1p-20) + mul(detail::rounding_of(q), 1 + 0x1p-20));
}
/// The square root. Range: an infinite bound where a may be negative.
template <class T>
FPCHECK_HD FPCHECK_INLINE running<T> sqrt(running<T> a) noexcept {
  const T s = sqrt(a.value);
  if (a.bound == 0) return detail::with_bound(s, detail::rounding_of(s));
  const double value = static_cast<double>(a.value);
  const bool inside = a.bound < value;
  const double below = mul(static_cast<double>(s), 1 - 2 * static_cast<double>(detail::ball_constants<T>::unit));
  return detail::with_bound(s, (inside ? a.bound / below : detail::ball_constants<double>::infinity) +
                                   detail::rounding_of(s));
}

} // namespace fpcheck::exact
