#pragma once
#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/exact/approximation.hpp>

/// Binary64 arithmetic rounded downward and upward without touching the rounding mode: on the device by instruction,
/// on the host from the sign of the exact residual of the result rounded to nearest.
/// Requires: the host rounds to nearest and does not flush subnormals (see self_test.hpp).
namespace fpcheck::interval {

using exact::next_down;
using exact::next_up;

/// +infinity.
inline constexpr double infinity = std::numeric_limits<double>::infinity();
/// The largest finite binary64 number.
inline constexpr double largest = std::numeric_limits<double>::max();

namespace down {

namespace detail {

/// The result below or at the exact one, given the one rounded to nearest and the sign of exact - nearest.
/// Overflow of finite operands gives the largest number, because a residual then compares with infinity.
FPCHECK_HD FPCHECK_INLINE constexpr double step(double nearest, double residual) noexcept {
  if (nearest == infinity) return largest;
  return residual < 0 ? next_down(nearest) : nearest;
}

/// Residuals of results of this size or more are computed without rounding.
inline constexpr double safe = 0x1p-900;

} // namespace detail

/// a + b rounded downward. Requires: not inf - inf. Proved: INTV-2
FPCHECK_HD FPCHECK_INLINE double add(double a, double b) noexcept {
#if defined(__CUDA_ARCH__)
  return __dadd_rd(a, b);
#else
  const exact::rounded<double> s = exact::two_sum(a, b);
  if (exact::abs(s.value) == infinity) {
    const bool overflow = s.value > 0 && a < infinity && b < infinity;
    return overflow ? largest : s.value;
  }
  return s.error < 0 ? next_down(s.value) : s.value;
#endif
}

/// a * b rounded downward, 0 where a or b is 0 even if the other is infinite. Proved: INTV-2
FPCHECK_HD FPCHECK_INLINE double mul(double a, double b) noexcept {
  if (a == 0 || b == 0) return 0;
#if defined(__CUDA_ARCH__)
  return __dmul_rd(a, b);
#else
  const double p = exact::mul(a, b);
  if (exact::abs(p) == infinity) {
    const bool overflow = p > 0 && exact::abs(a) < infinity && exact::abs(b) < infinity;
    return overflow ? largest : p;
  }
  if (exact::abs(p) >= detail::safe) return detail::step(p, exact::fma(a, b, -p));
  // Scaled by 2^600 each, small factors give an exact residual; at least one of them is below 2^-450.
  const bool small_a = exact::abs(a) < 0x1p-400, small_b = exact::abs(b) < 0x1p-400;
  const double x = small_a ? exact::mul(a, 0x1p600) : a, y = small_b ? exact::mul(b, 0x1p600) : b;
  const double q = exact::mul(exact::mul(p, small_a ? 0x1p600 : 1.0), small_b ? 0x1p600 : 1.0);
  return detail::step(p, exact::fma(x, y, -q));
#endif
}

/// a / b rounded downward. Requires: b != 0, not inf / inf. Proved: INTV-2
FPCHECK_HD FPCHECK_INLINE double div(double a, double b) noexcept {
#if defined(__CUDA_ARCH__)
  return __ddiv_rd(a, b);
#else
  const double q = a / b;
  if (exact::abs(a) == infinity || exact::abs(b) == infinity || a == 0) return q;
  if (exact::abs(q) == infinity) return q > 0 ? largest : q;
  double x = a, y = b;
  if (exact::abs(a) < detail::safe) {
    if (exact::abs(b) > 0x1p400) return (a < 0) != (b < 0) ? next_down(-0.0) : 0.0; // |a / b| < 2^-1300
    x = exact::mul(a, 0x1p600), y = exact::mul(b, 0x1p600);
  }
  const double rest = exact::fma(-q, y, x);
  return detail::step(q, y < 0 ? -rest : rest);
#endif
}

/// sqrt(a) rounded downward. Requires: a >= 0. Proved: INTV-2
FPCHECK_HD FPCHECK_INLINE double sqrt(double a) noexcept {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rd(a);
#else
  const double s = exact::sqrt(a);
  if (a == infinity || a == 0) return s;
  const bool small = a < detail::safe;
  const double x = small ? exact::mul(a, 0x1p600) : a, t = small ? exact::mul(s, 0x1p300) : s;
  return detail::step(s, exact::fma(-t, t, x));
#endif
}

namespace detail {

/// a * b + c by exact accumulation, for the cases in which no residual fits.
FPCHECK_HD inline double fma_exactly(double a, double b, double c) noexcept {
  exact::double_dot s;
  s.add_product(a, b);
  s.add(c);
  return s.round<double>(exact::direction::down);
}

} // namespace detail

/// a * b + c rounded downward, with 0 * inf = 0. Requires: the sum is not inf - inf. Proved: INTV-2
FPCHECK_HD FPCHECK_INLINE double fma(double a, double b, double c) noexcept {
  if (a == 0 || b == 0) return c;
#if defined(__CUDA_ARCH__)
  return __fma_rd(a, b, c);
#else
  const double m = exact::fma(a, b, c);
  if (exact::abs(a) == infinity || exact::abs(b) == infinity || exact::abs(c) == infinity) return m;
  const exact::rounded<double> p = exact::two_prod(a, b);
  const double size = exact::abs(p.value);
  if (!(size >= detail::safe && size < 0x1p1000 && exact::abs(c) < 0x1p1000)) return detail::fma_exactly(a, b, c);
  // The residual as two numbers. Source: Boldo, Muller, "Exact and approximated error of the FMA", 2011.
  const exact::rounded<double> u = exact::two_sum(c, p.error);
  const exact::rounded<double> v = exact::two_sum(p.value, u.value);
  const double gamma = (v.value - m) + v.error;
  const double rest = gamma + u.error;
  return detail::step(m, rest);
#endif
}

/// a - b rounded downward.
FPCHECK_HD FPCHECK_INLINE double sub(double a, double b) noexcept { return add(a, -b); }

} // namespace down

namespace up {

/// a + b rounded upward. Requires: not inf - inf.
FPCHECK_HD FPCHECK_INLINE double add(double a, double b) noexcept { return -down::add(-a, -b); }
/// a - b rounded upward.
FPCHECK_HD FPCHECK_INLINE double sub(double a, double b) noexcept { return -down::add(-a, b); }
/// a * b rounded upward, with 0 * inf = 0.
FPCHECK_HD FPCHECK_INLINE double mul(double a, double b) noexcept { return -down::mul(-a, b); }
/// a / b rounded upward. Requires: b != 0, not inf / inf.
FPCHECK_HD FPCHECK_INLINE double div(double a, double b) noexcept { return -down::div(-a, b); }
/// a * b + c rounded upward, with 0 * inf = 0. Requires: the sum is not inf - inf.
FPCHECK_HD FPCHECK_INLINE double fma(double a, double b, double c) noexcept { return -down::fma(-a, b, -c); }
/// sqrt(a) rounded upward. Requires: a >= 0.
FPCHECK_HD FPCHECK_INLINE double sqrt(double a) noexcept {
  const double s = down::sqrt(a);
  if (s == 0 || s == infinity) return s;
  // s is the root or below it: s^2 == a tells which, scaled where the residual would underflow.
  const bool small = a < down::detail::safe;
  const double x = small ? exact::mul(a, 0x1p600) : a, t = small ? exact::mul(s, 0x1p300) : s;
  return exact::fma(-t, t, x) == 0 ? s : next_up(s);
}

} // namespace up

} // namespace fpcheck::interval
