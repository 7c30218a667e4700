#pragma once
#include <fpcheck/exact/hyperbolic.hpp>
#include <fpcheck/exact/power.hpp>

/// Double-double kernels of the reciprocal circular and hyperbolic functions and their inverses.
namespace fpcheck::exact::kernel {

/// 1 / a. Requires: a is not 0. Error: relative a's and 2^-98; exact for an exact power of two.
FPCHECK_HD inline approximation reciprocal(approximation a) noexcept {
  if (a.exponent >= 16384 || a.exponent <= -16384) { // beyond every number: so is the reciprocal
    a.exponent = -a.exponent;
    return a;
  }
  const int e = static_cast<int>(bits_of(a.high) >> 52 & 0x7ff) - 1023;
  const double half = power_of_two(-(e / 2)), rest = power_of_two(-(e - e / 2));
  const double_double scaled{mul(mul(a.high, half), rest), mul(mul(a.low, half), rest)};
  if (a.error == 0 && scaled.low == 0 && abs(scaled.high) == 1) return {scaled.high, 0, 0, -e - a.exponent};
  const double relative = mul(a.error / abs(a.high), 1 + 0x1p-40) + 0x1p-98;
  return approximate(div(double_double{1.0}, scaled), relative, -e - a.exponent);
}

/// 1 / x (1 + c x^2 + t) for |t| < 2^-120 and a small x: where 1 / x is a binary64 number the value is on its proper side.
/// Requires: 0 < |x| <= 2^-30; 1/8 < |c| < 1. Error: relative 2^-97.
FPCHECK_HD inline approximation near_pole(double x, double c) noexcept {
  int k = 0;
  if (detail::is_power_of_two(abs(x), k)) {
    approximation r = c > 0 ? just_above(x > 0 ? 1.0 : -1.0) : just_below(x > 0 ? 1.0 : -1.0); // |c| x^2 < 2^-60
    r.exponent -= k;
    return r;
  }
  const approximation s = exactly(x);
  double_double q = div(double_double{1.0}, s.high);
  if (abs(x) > 0x1p-60) q = add(q, mul(c, x)); // else below 2^-120 of it
  return approximate(q, 0x1p-97, -s.exponent);
}

/// 1 / x (1 + c / x^2 + t) for |t| < 2^-120 and a large x. Requires: |x| >= 2^30; 1/8 < |c| < 1. Error: relative 2^-97.
FPCHECK_HD inline approximation near_infinity(double x, double c) noexcept {
  int k = 0;
  if (detail::is_power_of_two(abs(x), k)) {
    approximation r = c > 0 ? just_above(x > 0 ? 1.0 : -1.0) : just_below(x > 0 ? 1.0 : -1.0);
    r.exponent -= k;
    return r;
  }
  const double power = abs(x) > 0x1p400 ? 0x1p-500 : 1.0;
  double_double q = div(double_double{1.0}, mul(x, power));
  if (abs(x) < 0x1p60) q = add(q, mul(c, mul(q.high, mul(q.high, q.high))));
  return approximate(q, 0x1p-97, power == 1 ? 0 : -500);
}

} // namespace fpcheck::exact::kernel

namespace fpcheck::exact::elementary {

/// cot(x). Requires: x finite, not 0. Error: relative 2^-94.
FPCHECK_HD inline approximation cot(double x) noexcept {
  if (abs(x) <= 0x1p-30) return kernel::near_pole(x, -1.0 / 3);
  const kernel::sine_cosine t = kernel::sincos(x);
  return approximate(div(t.cosine, t.sine), 0x1p-95);
}
/// sec(x). Requires: x finite. Error: relative 2^-94; exact for 0.
FPCHECK_HD inline approximation sec(double x) noexcept {
  if (x == 0) return exactly(1);
  if (abs(x) < 0x1p-30) return just_above(1); // 1 + x^2 / 2 + ... < 1 + 2^-60
  return kernel::reciprocal(cos(x));
}
/// csc(x). Requires: x finite, not 0. Error: relative 2^-94.
FPCHECK_HD inline approximation csc(double x) noexcept {
  if (abs(x) <= 0x1p-30) return kernel::near_pole(x, 1.0 / 6);
  return kernel::reciprocal(sin(x));
}

/// coth(x). Requires: x finite, not 0. Error: relative 2^-88.
FPCHECK_HD inline approximation coth(double x) noexcept {
  if (abs(x) <= 0x1p-30) return kernel::near_pole(x, 1.0 / 3);
  if (abs(x) > 29) return just_above(x > 0 ? 1 : -1); // coth(a) - 1 < 2^-82
  return kernel::reciprocal(tanh(x));
}
/// sech(x). Requires: x finite. Error: relative 2^-95; exact for 0.
FPCHECK_HD inline approximation sech(double x) noexcept {
  if (x == 0) return exactly(1);
  if (abs(x) < 0x1p-30) return just_below(1); // 1 - x^2 / 2 + ...
  return kernel::reciprocal(cosh(x));
}
/// csch(x). Requires: x finite, not 0. Error: relative 2^-89.
FPCHECK_HD inline approximation csch(double x) noexcept {
  if (abs(x) <= 0x1p-30) return kernel::near_pole(x, -1.0 / 6);
  return kernel::reciprocal(sinh(x));
}

/// acot(x), the angle in (0, pi) whose cotangent is x. Requires: x finite. Error: relative 2^-97.
FPCHECK_HD inline approximation acot(double x) noexcept { return x < 0x1p30 ? atan2(1.0, x) : kernel::near_infinity(x, -1.0 / 3); }

/// acoth(x). Requires: |x| > 1, finite. Error: relative 2^-93.
FPCHECK_HD inline approximation acoth(double x) noexcept {
  const double a = abs(x);
  if (a >= 0x1p30) return kernel::near_infinity(x, 1.0 / 3);
  const double_double f = div(double_double{2.0}, double_double{two_sum(a, -1.0)}); // (a + 1) / (a - 1) - 1
  const approximation y = approximate(scale(kernel::log1p(f), 0.5), 0x1p-93);
  return x < 0 ? -y : y;
}

/// The cube root of x. Requires: x finite. Error: relative 2^-84; exact where it is a binary64 number.
FPCHECK_HD inline approximation cbrt(double x) noexcept {
  if (x == 0) return exactly(x);
  return x > 0 ? pow_reciprocal(x, 3) : -pow_reciprocal(-x, 3);
}

} // namespace fpcheck::exact::elementary
