#pragma once
#include <fpcheck/exact/error_free.hpp>

namespace fpcheck::exact {

/// An unevaluated sum high + low with |low| <= ulp(high) / 2; u below is 2^-53 for double, 2^-24 for float.
/// All bounds are relative to the exact result of the operation on the values given, are proved for them as coded, and
/// hold while nothing overflows or underflows: every intermediate product and quotient is 0 or at least 2^(e_min + 2p);
/// sums need no such condition. The results are double words again. Finer case analyses give the constants in brackets.
/// Source: Joldes, Muller, Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
/// arithmetic", ACM TOMS 44(2), 2017; Muller, Rideau, "Formalization of double-word arithmetic", ACM TOMS 48(1), 2022.
template <class T>
struct double_word {
  T high = 0;
  T low = 0;

  double_word() = default;
  FPCHECK_HD constexpr double_word(T h) noexcept : high(h), low(0) {}
  FPCHECK_HD constexpr double_word(T h, T l) noexcept : high(h), low(l) {}
  FPCHECK_HD constexpr double_word(rounded<T> r) noexcept : high(r.value), low(r.error) {}
  bool operator==(const double_word&) const = default;
};

/// About 106 bits.
using double_double = double_word<double>;
/// About 48 bits.
using float_float = double_word<float>;

template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> operator-(double_word<T> a) noexcept { return {-a.high, -a.low}; }

/// a + b. Error: 5u^2 / (1 - 6u) (3u^2 / (1 - 4u)). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> add(double_word<T> a, double_word<T> b) noexcept {
  const rounded<T> s = two_sum(a.high, b.high);
  const rounded<T> t = two_sum(a.low, b.low);
  const rounded<T> v = fast_two_sum(s.value, s.error + t.value);
  return fast_two_sum(v.value, t.error + v.error);
}
/// a + b. Error: 3u^2 / (1 - 2u) (2u^2). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> add(double_word<T> a, T b) noexcept {
  const rounded<T> s = two_sum(a.high, b);
  return fast_two_sum(s.value, a.low + s.error);
}
/// a - b. Error: as add.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> sub(double_word<T> a, double_word<T> b) noexcept { return add(a, -b); }
/// a - b. Error: as add.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> sub(double_word<T> a, T b) noexcept { return add(a, -b); }

/// a * b. Error: 7u^2 (4u^2). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> mul(double_word<T> a, double_word<T> b) noexcept {
  const rounded<T> c = two_prod(a.high, b.high);
  const T t = fma(a.low, b.high, fma(a.high, b.low, mul(a.low, b.low)));
  return fast_two_sum(c.value, c.error + t);
}
/// a * b. Error: 2u^2 / (1 - u) (2u^2). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> mul(double_word<T> a, T b) noexcept {
  const rounded<T> c = two_prod(a.high, b);
  return fast_two_sum(c.value, fma(a.low, b, c.error));
}
/// a * 2^k. Requires: scale is a power of two. Error: none.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> scale(double_word<T> a, T power) noexcept {
  return {mul(a.high, power), mul(a.low, power)};
}
/// a^2. Error: as mul.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> square(double_word<T> a) noexcept { return mul(a, a); }

/// a / b. Error: 4u^2 / (1 - 2u) (3u^2). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> div(double_word<T> a, T b) noexcept {
  const T q = a.high / b;
  const rounded<T> p = two_prod(q, b);
  const T d = ((a.high - p.value) - p.error) + a.low;
  return fast_two_sum(q, d / b);
}
/// a / b. Error: 14u^2 (15u^2 + 56u^3 with a product without fused step). Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> div(double_word<T> a, double_word<T> b) noexcept {
  const T q = a.high / b.high;
  const double_word<T> r = mul(b, q);
  const T d = (a.high - r.high) + (a.low - r.low);
  return fast_two_sum(q, d / b.high);
}

/// The square root. Requires: a >= 0. Error: 17/4 u^2 (25/8 u^2). Range: 0 for 0. Proved: EFT-1
/// Source: Lefevre, Louvet, Muller, Picot, Rideau, "Accurate calculation of Euclidean norms using double-word
/// arithmetic", ACM TOMS 49(1), 2023.
template <class T>
FPCHECK_HD FPCHECK_INLINE double_word<T> sqrt(double_word<T> a) noexcept {
  if (a.high == 0) return {a.high, 0};
  const T s = sqrt(a.high);
  const T rest = fma(-s, s, a.high);
  return fast_two_sum(s, (rest + a.low) / (s + s));
}

/// a * b + c. Error: mul's of |a b|, then add's: 7u^2 |a b| + 5u^2 / (1 - 6u) (|a b| (1 + 7u^2) + |c|), so relative to
/// |a b| + |c| only. Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> fma(double_word<T> a, double_word<T> b, double_word<T> c) noexcept {
  return add(mul(a, b), c);
}

template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> operator+(double_word<T> a, double_word<T> b) noexcept { return add(a, b); }
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> operator-(double_word<T> a, double_word<T> b) noexcept { return sub(a, b); }
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> operator*(double_word<T> a, double_word<T> b) noexcept { return mul(a, b); }
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> operator/(double_word<T> a, double_word<T> b) noexcept { return div(a, b); }

/// |a|.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr double_word<T> abs(double_word<T> a) noexcept { return a.high < 0 ? -a : a; }
/// a < b as real numbers.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr bool operator<(double_word<T> a, double_word<T> b) noexcept {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

} // namespace fpcheck::exact
