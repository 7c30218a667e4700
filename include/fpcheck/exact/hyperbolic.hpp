#pragma once
#include <fpcheck/exact/exponential.hpp>

/// Double-double kernels of the hyperbolic family. How the bounds come about: exponential.hpp.
namespace fpcheck::exact::elementary {

/// sinh(x). Requires: x finite. Error: relative 2^-90; exact for 0.
FPCHECK_HD inline approximation sinh(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_above(x);
  if (a > 1200) return x > 0 ? detail::beyond(20000) : -detail::beyond(20000);
  approximation r{};
  if (a < 40) {
    const double_double e = kernel::expm1(double_double{a});
    r = approximate(scale(add(e, div(e, add(e, 1.0))), 0.5), 0x1p-90);
  } else {
    const kernel::scaled e = kernel::exp(double_double{a}); // e^-2a < 2^-115 of it
    r = approximate(e.value, 0x1p-96, e.exponent - 1);
  }
  return x < 0 ? -r : r;
}

/// cosh(x). Requires: x finite. Error: relative 2^-96; exact for 0.
FPCHECK_HD inline approximation cosh(double x) noexcept {
  if (x == 0) return exactly(1);
  const double a = abs(x);
  if (a < 0x1p-30) return just_above(1);
  if (a > 1200) return detail::beyond(20000);
  const kernel::scaled e = kernel::exp(double_double{a});
  if (a > 40) return approximate(e.value, 0x1p-96, e.exponent - 1);
  const double_double v = scale(e.value, power_of_two(e.exponent));
  return approximate(scale(add(v, div(double_double{1.0}, v)), 0.5), 0x1p-96);
}

/// tanh(x). Requires: x finite. Error: relative 2^-89; exact for 0.
FPCHECK_HD inline approximation tanh(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_below(x);
  approximation r{};
  if (a > 29) { // 1 - tanh(a) < 2^-82
    r = just_below(1);
  } else {
    const double_double e = kernel::expm1(double_double{mul(a, 2.0)});
    r = approximate(div(e, add(e, 2.0)), 0x1p-89);
  }
  return x < 0 ? -r : r;
}

/// asinh(x). Requires: x finite. Error: relative 2^-93; exact for 0.
FPCHECK_HD inline approximation asinh(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_below(x);
  double_double r{};
  if (a > 0x1p60) { // log(2a) + 1 / (4a^2) - ...
    r = add(kernel::log_of(a), double_double{table::ln2_high, table::ln2_low});
  } else {
    const double_double z = double_double{two_prod(a, a)};
    const double_double root = sqrt(add(z, 1.0));
    r = kernel::log1p(add(div(z, add(root, 1.0)), a));
  }
  const approximation y = approximate(r, 0x1p-93);
  return x < 0 ? -y : y;
}

/// acosh(x). Requires: x >= 1, finite. Error: relative 2^-93; exact for 1.
FPCHECK_HD inline approximation acosh(double x) noexcept {
  if (x == 1) return exactly(0);
  if (x > 0x1p60)
    return approximate(add(kernel::log_of(x), double_double{table::ln2_high, table::ln2_low}), 0x1p-93);
  const double_double t = double_double{two_sum(x, -1.0)};
  const double_double root = sqrt(mul(t, double_double{two_sum(x, 1.0)}));
  return approximate(kernel::log1p(add(t, root)), 0x1p-93);
}

/// atanh(x). Requires: |x| < 1. Error: relative 2^-93; exact for 0.
FPCHECK_HD inline approximation atanh(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_above(x);
  const double_double f = div(double_double{mul(a, 2.0)}, double_double{two_sum(1.0, -a)});
  const approximation y = approximate(scale(kernel::log1p(f), 0.5), 0x1p-93);
  return x < 0 ? -y : y;
}

} // namespace fpcheck::exact::elementary
