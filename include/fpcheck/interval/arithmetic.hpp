#pragma once
#include <fpcheck/exact/power.hpp>
#include <fpcheck/interval/numeric.hpp>

/// Arithmetic of intervals: the tightest enclosures over every format.
namespace fpcheck::interval {

namespace detail {

FPCHECK_HD FPCHECK_INLINE constexpr double least(double a, double b) noexcept { return a < b ? a : b; }
FPCHECK_HD FPCHECK_INLINE constexpr double greatest(double a, double b) noexcept { return a > b ? a : b; }

/// The operands of the two products that can give the lower bound of a product: each sign pattern has its pair twice,
/// except two intervals round zero, which have two. Proved: INTV-1
struct product_operands {
  double a1, b1, a2, b2;
};
FPCHECK_HD FPCHECK_INLINE constexpr product_operands lower_operands(interval<double> a, interval<double> b) noexcept {
  return {b.low() >= 0 ? a.low() : a.high(), a.high() <= 0 ? b.high() : b.low(),
          b.high() <= 0 ? a.high() : a.low(), a.low() >= 0 ? b.low() : b.high()};
}
FPCHECK_HD FPCHECK_INLINE constexpr product_operands upper_operands(interval<double> a, interval<double> b) noexcept {
  return {b.high() <= 0 ? a.low() : a.high(), a.high() <= 0 ? b.low() : b.high(),
          b.low() >= 0 ? a.high() : a.low(), a.low() >= 0 ? b.high() : b.low()};
}

FPCHECK_HD FPCHECK_INLINE interval<double> multiply(interval<double> a, interval<double> b) noexcept {
  const product_operands l = lower_operands(a, b), u = upper_operands(a, b);
#if defined(__CUDA_ARCH__)
  // 4 products, 2 selections and 4 sign tests (shared). 0 * inf is NaN, which fmin and fmax pass over; it stays only
  // where both products are 0 * inf, and then the bound is 0.
  const double lower = ::fmin(__dmul_rd(l.a1, l.b1), __dmul_rd(l.a2, l.b2));
  const double upper = ::fmax(__dmul_ru(u.a1, u.b1), __dmul_ru(u.a2, u.b2));
  return between(lower == lower ? lower : 0.0, upper == upper ? upper : 0.0);
#else
  return between(least(down::mul(l.a1, l.b1), down::mul(l.a2, l.b2)), greatest(up::mul(u.a1, u.b1), up::mul(u.a2, u.b2)));
#endif
}

/// a / b for 0 outside b or at one end of it. Requires: b > 0 or b = [0, x] with x > 0.
FPCHECK_HD FPCHECK_INLINE interval<double> divide_by_positive(interval<double> a, interval<double> b) noexcept {
  const bool pole = b.low() == 0;
  const double lower_divisor = a.low() >= 0 ? b.high() : b.low();
  const double upper_divisor = a.high() >= 0 ? b.low() : b.high();
  const bool lower_unbounded = a.low() < 0 && pole, upper_unbounded = a.high() > 0 && pole;
  // A bound over an infinite divisor is 0 in the limit, whatever the bound.
  const bool lower_vanishes = lower_divisor == infinity || a.low() == 0;
  const bool upper_vanishes = upper_divisor == infinity || a.high() == 0;
  const double lower = lower_vanishes ? 0.0 : down::div(a.low(), lower_unbounded ? 1.0 : lower_divisor);
  const double upper = upper_vanishes ? 0.0 : up::div(a.high(), upper_unbounded ? 1.0 : upper_divisor);
  return between(lower_unbounded ? -infinity : lower, upper_unbounded ? infinity : upper);
}

FPCHECK_HD FPCHECK_INLINE interval<double> negate(interval<double> a) noexcept {
  return a.is_empty() ? a : between(-a.high(), -a.low());
}

FPCHECK_HD FPCHECK_INLINE interval<double> divide(interval<double> a, interval<double> b) noexcept {
  if (a.is_empty() || b.is_empty() || (b.low() == 0 && b.high() == 0)) return {};
  if (a.low() == 0 && a.high() == 0) return interval<double>{0.0};
  if (b.low() < 0 && b.high() > 0) return interval<double>::entire();
  const bool flip = b.high() <= 0;
  return divide_by_positive(between(flip ? -a.high() : a.low(), flip ? -a.low() : a.high()),
                            between(flip ? -b.high() : b.low(), flip ? -b.low() : b.high()));
}

} // namespace detail

/// { x }.
template <class T>
FPCHECK_HD constexpr interval<T> operator+(interval<T> a) noexcept { return a; }
/// { -x }.
template <class T>
FPCHECK_HD constexpr interval<T> operator-(interval<T> a) noexcept {
  return a.is_empty() ? a : interval<T>::trusted(detail::negated(a.upper()), detail::negated(a.lower()));
}
/// { x + y }. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval<T> operator+(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  return outward<T>(between(down::add(a.low(), b.low()), up::add(a.high(), b.high())));
}
/// { x - y }. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval<T> operator-(interval<T> a, interval<T> b) noexcept { return a + -b; }
/// { x y }. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval<T> operator*(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  return outward<T>(detail::multiply(a, b));
}
/// { x / y | y != 0 }. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval<T> operator/(interval<T> a, interval<T> b) noexcept { return outward<T>(detail::divide(a, b)); }
/// { 1 / x | x != 0 }.
template <class T>
FPCHECK_HD interval<T> recip(interval<T> a) noexcept {
  return outward<T>(detail::divide(interval<double>{1.0}, a));
}

/// { x y + z } with one rounding. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval<T> fma(interval<T> x, interval<T> y, interval<T> z) noexcept {
  if (x.is_empty() || y.is_empty() || z.is_empty()) return {};
  const detail::product_operands l = detail::lower_operands(x, y), u = detail::upper_operands(x, y);
  return outward<T>(between(
      detail::least(down::fma(l.a1, l.b1, z.low()), down::fma(l.a2, l.b2, z.low())),
      detail::greatest(up::fma(u.a1, u.b1, z.high()), up::fma(u.a2, u.b2, z.high()))));
}

/// { x^2 }.
template <class T>
FPCHECK_HD interval<T> sqr(interval<T> a) noexcept {
  if (a.is_empty()) return {};
  return outward<T>(between(down::mul(mig(a), mig(a)), up::mul(mag(a), mag(a))));
}
/// { sqrt x | x >= 0 }.
template <class T>
FPCHECK_HD interval<T> sqrt(interval<T> a) noexcept {
  if (a.is_empty() || a.high() < 0) return {};
  return outward<T>(between(a.low() > 0 ? down::sqrt(a.low()) : 0.0, up::sqrt(a.high())));
}
/// { |x| }.
template <class T>
FPCHECK_HD constexpr interval<T> abs(interval<T> a) noexcept {
  if (a.is_empty() || a.low() >= 0) return a;
  if (a.high() <= 0) return -a;
  return {typename interval<T>::bound(0), -a.low() > a.high() ? detail::negated(a.lower()) : a.upper()};
}
/// { the smaller of x and y }.
template <class T>
FPCHECK_HD constexpr interval<T> min(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  return {a.low() < b.low() ? a.lower() : b.lower(), a.high() < b.high() ? a.upper() : b.upper()};
}
/// { the larger of x and y }.
template <class T>
FPCHECK_HD constexpr interval<T> max(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  return {a.low() > b.low() ? a.lower() : b.lower(), a.high() > b.high() ? a.upper() : b.upper()};
}

namespace detail {

/// Rounding to an integer, applied to both ends: every such function is monotone.
template <class T, class Function>
FPCHECK_HD interval<T> at_both_ends(interval<T> a, Function f) noexcept {
  if (a.is_empty()) return {};
  return outward<T>(between(f(a.low()), f(a.high())));
}

FPCHECK_HD inline double ties_away(double x) noexcept {
  const double t = __builtin_trunc(x);
  return exact::abs(x - t) >= 0.5 ? t + (x < 0 ? -1.0 : 1.0) : t;
}
FPCHECK_HD inline double ties_even(double x) noexcept {
  const double away = ties_away(x);
  const bool tie = exact::abs(x - __builtin_trunc(x)) == 0.5;
  return tie ? exact::mul(ties_away(exact::mul(x, 0.5)), 2.0) + 0.0 : away;
}

} // namespace detail

/// { -1, 0 or 1 }.
template <class T>
FPCHECK_HD interval<T> sign(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0); });
}
/// { the integer at or below x }.
template <class T>
FPCHECK_HD interval<T> floor(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return __builtin_floor(x); });
}
/// { the integer at or above x }.
template <class T>
FPCHECK_HD interval<T> ceil(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return __builtin_ceil(x); });
}
/// { x without its fraction }.
template <class T>
FPCHECK_HD interval<T> trunc(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return __builtin_trunc(x); });
}
/// { the nearest integer, ties to even }.
template <class T>
FPCHECK_HD interval<T> round_ties_to_even(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return detail::ties_even(x); });
}
/// { the nearest integer, ties away from zero }.
template <class T>
FPCHECK_HD interval<T> round_ties_to_away(interval<T> a) noexcept {
  return detail::at_both_ends(a, [](double x) { return detail::ties_away(x); });
}

/// The tightest z with b + z containing a; all reals where a is wider than b or unbounded.
template <class T>
FPCHECK_HD interval<T> cancel_minus(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() && (b.is_empty() || is_common(b))) return {};
  if (!is_common(a) || !is_common(b)) return interval<T>::entire();
  // Exact comparison of the widths: a.upper - a.lower - b.upper + b.lower.
  exact::double_sum s;
  s.add(a.high()), s.subtract(a.low()), s.subtract(b.high()), s.add(b.low());
  if (s.sign() < 0) return interval<T>::entire();
  return outward<T>(between(down::sub(a.low(), b.low()), up::sub(a.high(), b.high())));
}
/// cancel_minus(a, -b).
template <class T>
FPCHECK_HD interval<T> cancel_plus(interval<T> a, interval<T> b) noexcept { return cancel_minus(a, -b); }

} // namespace fpcheck::interval
