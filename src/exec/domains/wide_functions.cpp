#include "wide_functions.hpp"

#include "mpfr_functions.hpp"

#include <fpcheck/exact/exponential.hpp>
#include <fpcheck/exact/hyperbolic.hpp>
#include <fpcheck/exact/trigonometric.hpp>

namespace fpcheck::exec {
namespace {

constexpr mpfr_prec_t precision = 160;

constexpr wide_ball unknown{0, 0, HUGE_VAL};

/// The value at the midpoint, with `slope` times the radius and the double-double's rounding as the new radius.
wide_ball settle(mpfr_t y, double spread) {
  const double high = mpfr_get_d(y, MPFR_RNDN);
  if (!(std::fabs(high) < HUGE_VAL)) return high != high ? wide_ball{high, 0, 0} : unknown;
  mpfr_sub_d(y, y, high, MPFR_RNDN);
  const double low = mpfr_get_d(y, MPFR_RNDN);
  const double rounding = std::fabs(high) * 0x1p-104 + 0x1p-1060;
  return {high, low, (spread + rounding) * (1 + 0x1p-48)};
}

/// A monotone function: half the distance of its values at the ends bounds the spread.
wide_ball monotone(wide_ball a, mpfr_function f) {
  if (!(a.radius < HUGE_VAL) || a.high != a.high) return a.radius < HUGE_VAL ? wide_ball{a.high, 0, 0} : unknown;
  mpfr_number x(precision), y(precision);
  mpfr_set_d(x.v, a.high, MPFR_RNDN);
  mpfr_add_d(x.v, x.v, a.low, MPFR_RNDN);
  f(y.v, x.v, MPFR_RNDN);
  const double spread = monotone_spread(x.v, a.radius, y.v, f);
  return spread < HUGE_VAL ? settle(y.v, spread) : unknown;
}

/// A function whose derivative is at most one in size.
wide_ball gentle(wide_ball a, mpfr_function f) {
  if (!(a.radius < HUGE_VAL) || !(std::fabs(a.high) < HUGE_VAL)) return a.radius < HUGE_VAL ? wide_ball{NAN, 0, 0} : unknown;
  mpfr_number x(precision), y(precision);
  mpfr_set_d(x.v, a.high, MPFR_RNDN);
  mpfr_add_d(x.v, x.v, a.low, MPFR_RNDN);
  f(y.v, x.v, MPFR_RNDN);
  return settle(y.v, std::fmin(a.radius, 2.0));
}

/// 2^a of a ball of ordinary size. Requires: |a.high| <= 800, a.radius <= 2^-10.
/// Error: the kernel's 2^-102 and ln 2 times the argument's 2^-110 are below the 2^-101 given; 2^r - 1 <= 0.694 r.
wide_ball usual_exp2(wide_ball a) {
  namespace kernel = exact::kernel;
  const double k = kernel::nearest_integer(a.high * 64);
  const exact::double_double rest = exact::two_sum(a.high - k / 64, a.low); // the difference is exact: k / 64 is the nearest of its kind
  const kernel::scaled e = kernel::exp_from_parts(static_cast<int>(k), exact::mul(exact::double_double{exact::table::ln2_high, exact::table::ln2_low}, rest));
  const double high = std::ldexp(e.value.high, e.exponent), low = std::ldexp(e.value.low, e.exponent);
  return {high, low, high * (0.694 * a.radius + 0x1p-101) * (1 + 0x1p-48)};
}

/// Whether sine and cosine of `a` are the kernel's: 2^-99 is a rounding of what they are there.
bool is_usual_remainder(wide_ball a) { return std::fabs(a.high) <= 0.78 && std::fabs(a.high) >= 0x1p-8 && a.radius <= 0x1p-10; }
wide_ball enclosed(exact::double_double v, double radius) { return {v.high, v.low, (radius + 0x1p-99) * (1 + 0x1p-48)}; }

} // namespace

wide_ball wide_exp2(wide_ball a) {
  return std::fabs(a.high) <= 800 && a.radius <= 0x1p-10 ? usual_exp2(a) : monotone(a, &mpfr_exp2);
}
wide_ball wide_log2(wide_ball a) {
  if (a.high - a.radius <= 0 && a.radius != 0) return unknown;
  return monotone(a, &mpfr_log2);
}
wide_ball wide_sin(wide_ball a) {
  return is_usual_remainder(a) ? enclosed(exact::kernel::sincos(exact::double_double{a.high, a.low}).sine, a.radius) : gentle(a, &mpfr_sin);
}
wide_ball wide_cos(wide_ball a) {
  return is_usual_remainder(a) ? enclosed(exact::kernel::sincos(exact::double_double{a.high, a.low}).cosine, a.radius) : gentle(a, &mpfr_cos);
}
wide_ball wide_tanh(wide_ball a) {
  const double size = std::fabs(a.high);
  if (!(size >= 0x1p-8 && size <= 28 && a.radius <= 0x1p-10)) return monotone(a, &mpfr_tanh);
  const exact::approximation y = exact::elementary::tanh(a.high); // 2^-89 of itself off; its slope is at most 1, and moves by the square of what is left out
  const exact::double_double sum = exact::two_sum(y.high, y.low + (1 - y.high * y.high) * a.low);
  return {sum.high, sum.low, (a.radius + 0x1p-86) * (1 + 0x1p-48)};
}

} // namespace fpcheck::exec
