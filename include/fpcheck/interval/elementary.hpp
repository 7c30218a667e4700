#pragma once
#include <fpcheck/exact/hyperbolic.hpp>
#include <fpcheck/exact/power.hpp>
#include <fpcheck/interval/arithmetic.hpp>

/// Elementary functions of intervals.
/// Error: the tightest enclosure over binary32 and narrower formats; over binary64 at most one ulp from it at each end,
/// and that only where a binary64 number lies within the kernel's error (at most 2^-85 of the value) of the exact bound.
namespace fpcheck::interval {

namespace detail {

using exact::approximation;

/// A monotone function at a bound, with its limits at -inf and +inf (NaN limits cannot occur).
template <class Kernel>
struct point_function {
  Kernel kernel;
  double at_minus_infinity;
  double at_plus_infinity;

  FPCHECK_HD double down(double x) const noexcept {
    if (x == -infinity) return at_minus_infinity;
    if (x == infinity) return at_plus_infinity;
    return exact::round_down(kernel(x));
  }
  FPCHECK_HD double up(double x) const noexcept {
    if (x == -infinity) return at_minus_infinity;
    if (x == infinity) return at_plus_infinity;
    return exact::round_up(kernel(x));
  }
};
template <class Kernel>
FPCHECK_HD point_function<Kernel> with_limits(double minus, double plus, Kernel k) noexcept { return {k, minus, plus}; }

/// The image of a under an increasing function.
template <class T, class F>
FPCHECK_HD interval<T> increasing(interval<T> a, const F& f) noexcept {
  if (a.is_empty()) return {};
  return outward<T>(between(f.down(a.low()), f.up(a.high())));
}
/// The image of a under a decreasing function.
template <class T, class F>
FPCHECK_HD interval<T> decreasing(interval<T> a, const F& f) noexcept {
  if (a.is_empty()) return {};
  return outward<T>(between(f.down(a.high()), f.up(a.low())));
}

/// A logarithm of the part of a above `pole`.
template <class T, class Kernel>
FPCHECK_HD interval<T> logarithm(interval<T> a, double pole, Kernel k) noexcept {
  if (a.is_empty() || a.high() <= pole) return {};
  const auto f = with_limits(-infinity, infinity, k);
  return outward<T>(between(a.low() <= pole ? -infinity : f.down(a.low()), f.up(a.high())));
}

/// a cut to [lower, upper].
template <class T>
FPCHECK_HD interval<double> clipped(interval<T> a, double lower, double upper) noexcept {
  return intersection(interval<double>(a), interval<double>{lower, upper});
}

} // namespace detail

/// { e^x }.
template <class T>
FPCHECK_HD interval<T> exp(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(0, infinity, [](double x) { return exact::elementary::exp(x); }));
}
/// { 2^x }.
template <class T>
FPCHECK_HD interval<T> exp2(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(0, infinity, [](double x) { return exact::elementary::exp2(x); }));
}
/// { 10^x }.
template <class T>
FPCHECK_HD interval<T> exp10(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(0, infinity, [](double x) { return exact::elementary::exp10(x); }));
}
/// { e^x - 1 }.
template <class T>
FPCHECK_HD interval<T> expm1(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(-1, infinity, [](double x) { return exact::elementary::expm1(x); }));
}
/// { log x | x > 0 }.
template <class T>
FPCHECK_HD interval<T> log(interval<T> a) noexcept {
  return detail::logarithm(a, 0, [](double x) { return exact::elementary::log(x); });
}
/// { log2 x | x > 0 }.
template <class T>
FPCHECK_HD interval<T> log2(interval<T> a) noexcept {
  return detail::logarithm(a, 0, [](double x) { return exact::elementary::log2(x); });
}
/// { log10 x | x > 0 }.
template <class T>
FPCHECK_HD interval<T> log10(interval<T> a) noexcept {
  return detail::logarithm(a, 0, [](double x) { return exact::elementary::log10(x); });
}
/// { log(1 + x) | x > -1 }.
template <class T>
FPCHECK_HD interval<T> log1p(interval<T> a) noexcept {
  return detail::logarithm(a, -1, [](double x) { return exact::elementary::log1p(x); });
}

/// { sinh x }.
template <class T>
FPCHECK_HD interval<T> sinh(interval<T> a) noexcept {
  return detail::increasing(
      a, detail::with_limits(-infinity, infinity, [](double x) { return exact::elementary::sinh(x); }));
}
/// { cosh x }.
template <class T>
FPCHECK_HD interval<T> cosh(interval<T> a) noexcept {
  return detail::increasing(
      abs(a), detail::with_limits(infinity, infinity, [](double x) { return exact::elementary::cosh(x); }));
}
/// { tanh x }.
template <class T>
FPCHECK_HD interval<T> tanh(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(-1, 1, [](double x) { return exact::elementary::tanh(x); }));
}
/// { asinh x }.
template <class T>
FPCHECK_HD interval<T> asinh(interval<T> a) noexcept {
  return detail::increasing(
      a, detail::with_limits(-infinity, infinity, [](double x) { return exact::elementary::asinh(x); }));
}
/// { acosh x | x >= 1 }.
template <class T>
FPCHECK_HD interval<T> acosh(interval<T> a) noexcept {
  return outward<T>(detail::increasing(
      detail::clipped(a, 1, infinity),
      detail::with_limits(0, infinity, [](double x) { return exact::elementary::acosh(x); })));
}
/// { atanh x | -1 < x < 1 }.
template <class T>
FPCHECK_HD interval<T> atanh(interval<T> a) noexcept {
  if (a.is_empty() || a.low() >= 1 || a.high() <= -1) return {};
  const auto f = [](double x) { return exact::elementary::atanh(x); };
  return outward<T>(between(a.low() <= -1 ? -infinity : exact::round_down(f(a.low())),
                            a.high() >= 1 ? infinity : exact::round_up(f(a.high()))));
}

/// { asin x | -1 <= x <= 1 }.
template <class T>
FPCHECK_HD interval<T> asin(interval<T> a) noexcept {
  return outward<T>(detail::increasing(
      detail::clipped(a, -1, 1), detail::with_limits(0, 0, [](double x) { return exact::elementary::asin(x); })));
}
/// { acos x | -1 <= x <= 1 }.
template <class T>
FPCHECK_HD interval<T> acos(interval<T> a) noexcept {
  return outward<T>(detail::decreasing(
      detail::clipped(a, -1, 1), detail::with_limits(0, 0, [](double x) { return exact::elementary::acos(x); })));
}
/// { atan x }.
template <class T>
FPCHECK_HD interval<T> atan(interval<T> a) noexcept {
  if (a.is_empty()) return {};
  constexpr double half_pi_up = 0x1.921fb54442d19p+0;
  const auto f = [](double x) { return exact::elementary::atan(x); };
  return outward<T>(between(a.low() == -infinity ? -half_pi_up : exact::round_down(f(a.low())),
                            a.high() == infinity ? half_pi_up : exact::round_up(f(a.high()))));
}

namespace detail {

/// floor(2 x / pi) modulo 4: which quarter turn x is in. Exact, because the reduction knows the sign of its rest.
FPCHECK_HD inline unsigned quarter_of(double x) noexcept {
  const exact::kernel::reduced_angle r = exact::kernel::reduce_angle(x);
  return (r.rest.high < 0 ? r.quadrant + 3 : r.quadrant) & 3;
}

/// The quarters that a bounded interval passes through, or all of them.
struct quarter_walk {
  unsigned first;
  unsigned steps; ///< boundaries crossed, at most 4; 4 stands for a whole turn
};
FPCHECK_HD inline quarter_walk walk(interval<double> a) noexcept {
  const double width = a.low() == -infinity || a.high() == infinity ? infinity : up::sub(a.high(), a.low());
  if (width >= 0x1.921fb54442d18p+2) return {0, 4}; // 2 pi or a rounding less
  const unsigned first = quarter_of(a.low()), last = quarter_of(a.high());
  const unsigned steps = (last - first) & 3;
  return {first, steps == 0 && width > 3.2 ? 4 : steps};
}
/// Whether the walk goes from quarter q into the next one.
FPCHECK_HD constexpr bool crosses(quarter_walk w, unsigned q) noexcept { return ((q - w.first) & 3) < w.steps; }

/// A wave with its greatest value where quarter `top` ends and its least where `top` + 2 ends.
template <class T, class Kernel>
FPCHECK_HD interval<T> wave(interval<T> a, unsigned top, Kernel k) noexcept {
  if (a.is_empty()) return {};
  const quarter_walk w = walk(a);
  const bool high = crosses(w, top), low = crosses(w, (top + 2) & 3);
  if (high && low) return outward<T>(between(-1, 1));
  const approximation l = k(a.low()), u = k(a.high());
  const double lower = low ? -1.0 : greatest(-1.0, least(exact::round_down(l), exact::round_down(u)));
  const double upper = high ? 1.0 : least(1.0, greatest(exact::round_up(l), exact::round_up(u)));
  return outward<T>(between(lower, upper));
}

} // namespace detail

/// { sin x }.
template <class T>
FPCHECK_HD interval<T> sin(interval<T> a) noexcept {
  return detail::wave(a, 0, [](double x) { return exact::elementary::sin(x); });
}
/// { cos x }.
template <class T>
FPCHECK_HD interval<T> cos(interval<T> a) noexcept {
  return detail::wave(a, 3, [](double x) { return exact::elementary::cos(x); });
}
/// { tan x | x is no odd multiple of pi / 2 }.
template <class T>
FPCHECK_HD interval<T> tan(interval<T> a) noexcept {
  if (a.is_empty()) return {};
  const detail::quarter_walk w = detail::walk(a);
  if (detail::crosses(w, 0) || detail::crosses(w, 2)) return interval<T>::entire();
  return outward<T>(between(exact::round_down(exact::elementary::tan(a.low())),
                            exact::round_up(exact::elementary::tan(a.high()))));
}

/// { the angle of (x, y) in (-pi, pi] | (x, y) != (0, 0) }.
template <class T>
FPCHECK_HD interval<T> atan2(interval<T> y, interval<T> x) noexcept;

namespace detail {

inline constexpr double pi_down = 0x1.921fb54442d18p+1;

/// The angle of (x, y) with infinite coordinates as limits along an axis: a finite coordinate beside an infinite one
/// counts as 0, and of two infinite ones neither is a bound of the image.
FPCHECK_HD inline approximation angle(double y, double x) noexcept {
  if (exact::abs(x) == infinity || exact::abs(y) == infinity) {
    const double u = exact::abs(x) == infinity ? (x > 0 ? 1.0 : -1.0) : 0.0;
    const double v = exact::abs(y) == infinity ? (y > 0 ? 1.0 : -1.0) : 0.0;
    return exact::elementary::atan2(v, u);
  }
  return exact::elementary::atan2(y, x);
}

/// The image for y >= 0: the angle grows counter-clockwise from the corner (upper x, lower y) to (lower x, upper y),
/// with the corners adjusted for the quadrant.
FPCHECK_HD inline interval<double> upper_half(interval<double> y, interval<double> x) noexcept {
  // Least angle: small y and large x for x > 0; for x < 0 large y and large x.
  const double xu = x.high(), xl = x.low(), yl = y.low(), yu = y.high();
  if (xl == 0 && xu == 0) return yu == 0 ? interval<double>{} : between(0x1.921fb54442d18p+0, 0x1.921fb54442d19p+0);
  const double low_y = xu > 0 ? yl : yu;
  const double high_y = xl < 0 ? yl : yu;
  // The origin itself has no angle: next to it the axis beyond decides.
  const double lower = xu == 0 && low_y == 0 ? pi_down : exact::round_down(angle(low_y, xu)); // y = [0, 0], x <= 0
  const double upper = xl == 0 && high_y == 0 ? 0.0 : exact::round_up(angle(high_y, xl));     // y = [0, 0], x >= 0
  return between(lower, upper);
}

} // namespace detail

template <class T>
FPCHECK_HD interval<T> atan2(interval<T> y, interval<T> x) noexcept {
  if (y.is_empty() || x.is_empty()) return {};
  const interval<double> X(x);
  const interval<double> above = detail::clipped(y, 0, infinity), below = detail::clipped(y, -infinity, 0);
  interval<double> r{};
  if (!above.is_empty()) r = detail::upper_half(above, X);
  if (!below.is_empty() && below.low() < 0) {
    // The lower half mirrored; the cut itself (y = 0, x < 0) belongs to the upper half only, but angles near -pi do not.
    interval<double> mirrored = detail::upper_half(detail::negate(below), X);
    r = convex_hull(r, detail::negate(mirrored));
  }
  return outward<T>(r);
}

namespace detail {

/// x^y with the limits of the corner: x in [0, inf], y in [-inf, inf].
FPCHECK_HD inline approximation power_at(double x, double y) noexcept {
  if (y == 0 || x == 1) return exact::exactly(1);
  const bool grows = (x > 1) == (y > 0);
  if (x == 0 || x == infinity || exact::abs(y) == infinity) return exact::detail::beyond(grows ? 30000 : -30000);
  return exact::elementary::pow(x, y);
}
FPCHECK_HD inline double power_down(double x, double y) noexcept { return exact::round_down(power_at(x, y)); }
/// Rounded up; a limit is attained or approached, so 0 and not the least number bounds it.
FPCHECK_HD inline double power_up(double x, double y) noexcept {
  const approximation p = power_at(x, y);
  return p.exponent == -30000 ? 0.0 : exact::round_up(p);
}
FPCHECK_HD inline double power_down_limit(double x, double y) noexcept {
  const approximation p = power_at(x, y);
  return p.exponent == 30000 ? infinity : exact::round_down(p);
}

} // namespace detail

/// { x^y | x > 0, or x = 0 and y > 0 }. log x times y is bilinear, so the corners hold the bounds.
template <class T>
FPCHECK_HD interval<T> pow(interval<T> a, interval<T> b) noexcept {
  const interval<double> x = detail::clipped(a, 0, infinity), y(b);
  if (x.is_empty() || y.is_empty()) return {};
  if (x.high() == 0) return y.high() > 0 ? outward<T>(interval<double>{0.0}) : interval<T>{};
  const double xs[2] = {x.low(), x.high()}, ys[2] = {y.low(), y.high()};
  double lower = infinity, upper = -infinity;
  for (double u : xs)
    for (double v : ys) {
      lower = detail::least(lower, detail::power_down_limit(u, v));
      upper = detail::greatest(upper, detail::power_up(u, v));
    }
  return outward<T>(between(lower, upper));
}

namespace detail {

/// x^n for x >= 0, with the limits at 0 and inf.
FPCHECK_HD inline double integer_power_down(double x, int n) noexcept { return power_down_limit(x, n); }
FPCHECK_HD inline double integer_power_up(double x, int n) noexcept { return power_up(x, n); }

/// The image of [l, u] with 0 <= l under x^n.
FPCHECK_HD inline interval<double> power_of_positive(double l, double u, int n) noexcept {
  if (n > 0) return between(integer_power_down(l, n), integer_power_up(u, n));
  if (u == 0) return {};
  return between(integer_power_down(u, n), integer_power_up(l, n));
}

} // namespace detail

/// { x^n | x != 0 or n >= 0 }.
template <class T>
FPCHECK_HD interval<T> pown(interval<T> a, int n) noexcept {
  if (a.is_empty()) return {};
  if (n == 0) return outward<T>(interval<double>{1.0});
  if (n % 2 == 0) return outward<T>(detail::power_of_positive(mig(a), mag(a), n));
  const interval<double> positive = detail::clipped(a, 0, infinity), negative = detail::clipped(a, -infinity, 0);
  interval<double> r{};
  if (!positive.is_empty()) r = detail::power_of_positive(positive.low(), positive.high(), n);
  if (!negative.is_empty())
    r = convex_hull(r, detail::negate(detail::power_of_positive(-negative.high(), -negative.low(), n)));
  return outward<T>(r);
}

namespace detail {

FPCHECK_HD inline approximation root_at(double x, int q) noexcept {
  if (x == 0 || x == infinity) return exact::detail::beyond((x > 0) == (q > 0) ? 30000 : -30000);
  return exact::elementary::pow_reciprocal(x, q);
}
FPCHECK_HD inline double root_down(double x, int q) noexcept {
  const approximation p = root_at(x, q);
  return p.exponent == 30000 ? infinity : exact::round_down(p);
}
FPCHECK_HD inline double root_up(double x, int q) noexcept {
  const approximation p = root_at(x, q);
  return p.exponent == -30000 ? 0.0 : exact::round_up(p);
}
FPCHECK_HD inline interval<double> root_of_positive(interval<double> a, int q) noexcept {
  if (a.is_empty() || (q < 0 && a.high() == 0)) return {};
  return q > 0 ? between(root_down(a.low(), q), root_up(a.high(), q))
               : between(root_down(a.high(), q), root_up(a.low(), q));
}

} // namespace detail

/// { the q-th root of x | x >= 0 for even q, x != 0 for q < 0 }; empty for q = 0.
template <class T>
FPCHECK_HD interval<T> rootn(interval<T> a, int q) noexcept {
  if (q == 0) return {};
  interval<double> r = detail::root_of_positive(detail::clipped(a, 0, infinity), q);
  if (q % 2 != 0)
    r = convex_hull(r, detail::negate(
                           detail::root_of_positive(detail::negate(detail::clipped(a, -infinity, 0)), q)));
  return outward<T>(r);
}

/// { sqrt(x^2 + y^2) }.
template <class T>
FPCHECK_HD interval<T> hypot(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  const double top = mag(a) == infinity || mag(b) == infinity
                         ? infinity
                         : exact::round_up(exact::elementary::hypot(mag(a), mag(b)));
  return outward<T>(between(exact::round_down(exact::elementary::hypot(mig(a), mig(b))), top));
}

/// { 1 / sqrt x | x > 0 }.
template <class T>
FPCHECK_HD interval<T> rsqrt(interval<T> a) noexcept {
  if (a.is_empty() || a.high() <= 0) return {};
  const auto f = [](double x) { return exact::elementary::rsqrt(x); };
  return outward<T>(between(a.high() == infinity ? 0.0 : exact::round_down(f(a.high())),
                            a.low() <= 0 ? infinity : exact::round_up(f(a.low()))));
}

} // namespace fpcheck::interval
