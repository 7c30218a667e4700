#pragma once
#include <fpcheck/exact/ball.hpp>
#include <fpcheck/exact/exponential.hpp>
#include <fpcheck/exact/hyperbolic.hpp>
#include <fpcheck/exact/trigonometric.hpp>

/// Elementary functions of balls over binary64. The midpoint is the correctly rounded or neighbouring value of the
/// function at the midpoint; the radius comes from a bound of the derivative over the whole ball.
namespace fpcheck::exact {

namespace detail {

inline constexpr ball<double> unknown_ball{0, ball_constants<double>::infinity};
inline constexpr ball<double> undefined_ball{std::numeric_limits<double>::quiet_NaN(), 0};

FPCHECK_HD inline bool unknown(ball<double> a) noexcept { return !finite(a.radius); }

/// The value as a ball around its rounded form.
FPCHECK_HD inline ball<double> to_ball(approximation a) noexcept {
  const double size = abs(a.high);
  if (a.exponent == 0 && (size > 0x1p-900 || size == 0)) return {a.high, upward(abs(a.low) + a.error)};
  if (a.exponent > -900 && a.exponent < 900 && size > 0x1p-60 && size < 0x1p60) {
    const double power = power_of_two(a.exponent);
    return {mul(a.high, power), upward(mul(abs(a.low) + a.error, power))};
  }
  const double down = round_down(a), up = round_up(a);
  if (!finite(down) || !finite(up)) return unknown_ball;
  return {a.low > 0 ? down : up, upward(up - down)};
}

/// `value` with its radius grown by `spread`, rounded upward.
FPCHECK_HD inline ball<double> widened(ball<double> value, double spread) noexcept {
  if (!(spread < ball_constants<double>::infinity)) return {value.midpoint, ball_constants<double>::infinity};
  return {value.midpoint, spread == 0 ? value.radius : upward(value.radius + spread)};
}

/// An upper bound of |x| over a ball.
FPCHECK_HD inline double magnitude(ball<double> a) noexcept { return upward(abs(a.midpoint) + a.radius); }

/// An upper bound of e^d - 1 for d >= 0.
FPCHECK_HD inline double expm1_above(double d) noexcept {
  if (d <= 1) return mul(d, 1 + d) * ball_constants<double>::up; // e^d - 1 <= d + d^2 there
  return d < 709 ? round_up(elementary::expm1(d)) : ball_constants<double>::infinity;
}

/// An upper bound of -log(1 - d) for 0 <= d < 1.
FPCHECK_HD inline double log_spread(double d) noexcept {
  return d < 1 ? upward(d / mul(1 - d, 1 - 0x1p-50)) : ball_constants<double>::infinity;
}

} // namespace detail

/// Encloses e^x.
FPCHECK_HD inline ball<double> exp(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return {a.midpoint < 0 ? 0 : a.midpoint, 0};
  const ball<double> v = detail::to_ball(elementary::exp(a.midpoint));
  if (a.radius == 0) return v;
  return detail::widened(v, detail::upward(mul(detail::magnitude(v), detail::expm1_above(a.radius))));
}

/// Encloses 2^x.
FPCHECK_HD inline ball<double> exp2(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return {a.midpoint < 0 ? 0 : a.midpoint, 0};
  const ball<double> v = detail::to_ball(elementary::exp2(a.midpoint));
  if (a.radius == 0) return v;
  const double d = detail::upward(mul(a.radius, next_up(table::ln2_high)));
  return detail::widened(v, detail::upward(mul(detail::magnitude(v), detail::expm1_above(d))));
}

namespace detail {

/// A logarithm: `v` at the midpoint, times `factor` the natural one's derivative.
template <class Function>
FPCHECK_HD inline ball<double> logarithm(ball<double> a, double factor, Function at) noexcept {
  if (unknown(a)) return unknown_ball;
  if (!finite(a.midpoint)) return a.midpoint > 0 ? a : undefined_ball;
  if (a.radius == 0 && a.midpoint == 0) return {-ball_constants<double>::infinity, 0};
  if (a.midpoint < 0 && sign_is_certain(a)) return undefined_ball;
  if (!(a.radius < a.midpoint)) return unknown_ball;
  const ball<double> v = to_ball(at(a.midpoint));
  if (a.radius == 0) return v;
  return widened(v, upward(mul(factor, log_spread(upward(a.radius / a.midpoint)))));
}

} // namespace detail

/// Encloses log(x); -inf at 0, NaN below it, unknown where the ball holds both 0 and more.
FPCHECK_HD inline ball<double> log(ball<double> a) noexcept {
  return detail::logarithm(a, 1.0, [](double x) { return elementary::log(x); });
}
/// Encloses log2(x). Otherwise as log.
FPCHECK_HD inline ball<double> log2(ball<double> a) noexcept {
  return detail::logarithm(a, next_up(table::log2e_high), [](double x) { return elementary::log2(x); });
}
/// Encloses log(1 + x). Otherwise as log.
FPCHECK_HD inline ball<double> log1p(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return a.midpoint > 0 ? a : detail::undefined_ball;
  const double above_pole = mul(1 + a.midpoint, 1 - 0x1p-51);
  if (a.radius == 0 && a.midpoint == -1) return {-detail::ball_constants<double>::infinity, 0};
  if (a.midpoint + a.radius < -1) return detail::undefined_ball;
  if (!(a.radius < above_pole)) return detail::unknown_ball;
  const ball<double> v = detail::to_ball(elementary::log1p(a.midpoint));
  if (a.radius == 0) return v;
  return detail::widened(v, detail::log_spread(detail::upward(a.radius / above_pole)));
}

/// Encloses sin(x); NaN for an infinite argument.
FPCHECK_HD inline ball<double> sin(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return detail::undefined_ball;
  const ball<double> v = detail::to_ball(elementary::sin(a.midpoint));
  return detail::widened(v, a.radius < 2 ? a.radius : 2);
}
/// Encloses cos(x); NaN for an infinite argument.
FPCHECK_HD inline ball<double> cos(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return detail::undefined_ball;
  const ball<double> v = detail::to_ball(elementary::cos(a.midpoint));
  return detail::widened(v, a.radius < 2 ? a.radius : 2);
}

/// Encloses tanh(x).
FPCHECK_HD inline ball<double> tanh(ball<double> a) noexcept {
  if (detail::unknown(a)) return detail::unknown_ball;
  if (!detail::finite(a.midpoint)) return {a.midpoint > 0 ? 1.0 : (a.midpoint < 0 ? -1.0 : a.midpoint), 0};
  const ball<double> v = detail::to_ball(elementary::tanh(a.midpoint));
  if (a.radius == 0) return v;
  // The derivative is at most 4 e^(-2t) for t the least |x| of the ball, and never above 1.
  const double t = mul(abs(a.midpoint) - a.radius, 1 - 0x1p-51);
  const double slope = t > 0.75 ? mul(4.0, round_up(elementary::exp(-2 * t))) : 1.0;
  const double spread = detail::upward(mul(slope, a.radius));
  return detail::widened(v, spread < 2 ? spread : 2);
}

/// Encloses 1 / x.
FPCHECK_HD inline ball<double> reciprocal(ball<double> a) noexcept { return ball<double>{1.0} / a; }

/// Encloses 1 / sqrt(x); infinite at 0.
FPCHECK_HD inline ball<double> reciprocal_sqrt(ball<double> a) noexcept { return ball<double>{1.0} / sqrt(a); }

/// Encloses x^y for a positive x, and for an exactly known x < 0 with an exactly known integer y.
/// Range: otherwise unknown, except x^0 = 1 and 0^y for y > 0.
FPCHECK_HD inline ball<double> pow(ball<double> x, ball<double> y) noexcept {
  if (detail::is_zero(y) || (x.midpoint == 1 && x.radius == 0)) return {1.0, 0};
  if (detail::unknown(x) || detail::unknown(y) || !detail::finite(x.midpoint) || !detail::finite(y.midpoint))
    return detail::unknown_ball;
  if (detail::is_zero(x) && y.midpoint > y.radius) return {0, 0};
  if (!(abs(x.midpoint) > x.radius)) return detail::unknown_ball;
  bool negative = false;
  if (x.midpoint < 0) {
    const bool integer = abs(y.midpoint) < 0x1p51 && kernel::nearest_integer(y.midpoint) == y.midpoint;
    if (y.radius != 0 || !integer) return detail::unknown_ball;
    negative = kernel::nearest_integer(y.midpoint * 0.5) * 2 != y.midpoint;
    x.midpoint = -x.midpoint;
  }
  const double_double l = kernel::log_of(x.midpoint);
  const double_double e = mul(l, y.midpoint);
  if (!(abs(e.high) < 1200)) return detail::unknown_ball;
  const kernel::scaled p = kernel::exp(e);
  ball<double> v = detail::to_ball(approximate(p.value, 0x1p-85, p.exponent)); // log: 2^-98 times at most 1200
  const double dx = x.radius == 0 ? 0.0 : detail::log_spread(detail::upward(x.radius / x.midpoint));
  const double spread = detail::upward(mul(abs(y.midpoint) + y.radius, dx) + mul(y.radius, abs(l.high)));
  if (spread != 0) v = detail::widened(v, detail::upward(mul(detail::magnitude(v), detail::expm1_above(spread))));
  return {negative ? -v.midpoint : v.midpoint, v.radius};
}

} // namespace fpcheck::exact
