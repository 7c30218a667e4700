#pragma once
#include <fpcheck/exact/approximation.hpp>
#include <fpcheck/exact/elementary_table.hpp>

/// Double-double kernels of the exponential and logarithm family, for host and device; no libm, no table in memory
/// shared with it, identical results wherever IEEE 754 holds.
///
/// The bounds add up the errors of the steps (u = 2^-53): a table entry 2^-107, a double-double product 7u^2, a sum
/// 6u^2, the binary64 tail of a polynomial as derived beside it. They are stated with 16 to 64 times of slack, and
/// tests/exact/elementary_test.cpp measures them against MPFR.
namespace fpcheck::exact::kernel {

/// A double-double with a power of two apart.
struct scaled {
  double_double value;
  int exponent;
};

/// x rounded to an integer. Requires: |x| < 2^51.
FPCHECK_HD FPCHECK_INLINE constexpr double nearest_integer(double x) noexcept { return (x + 0x1.8p52) - 0x1.8p52; }

/// e^r - 1. Requires: |r| <= 0.0055. Error: 2^-98.
/// The binary64 tail starts at r^6 / 720, that is 2^-47 of the result; the first term left out is r^13 / 13!.
FPCHECK_HD inline double_double expm1_small(double_double r) noexcept {
  const double x = r.high;
  double t = fma(x, 1.0 / 479001600, 1.0 / 39916800);
  t = fma(x, t, 1.0 / 3628800);
  t = fma(x, t, 1.0 / 362880);
  t = fma(x, t, 1.0 / 40320);
  t = fma(x, t, 1.0 / 5040);
  t = fma(x, t, 1.0 / 720);
  double_double h = add(mul(r, t), double_double{table::r120_high, table::r120_low});
  h = add(mul(h, r), double_double{table::r24_high, table::r24_low});
  h = add(mul(h, r), double_double{table::sixth_high, table::sixth_low});
  h = add(mul(h, r), 0.5);
  h = add(mul(h, r), 1.0);
  return mul(h, r);
}

/// 2^(k / 64) e^r. Requires: |r| <= 0.0055. Error: 2^-102.
FPCHECK_HD inline scaled exp_from_parts(int k, double_double r) noexcept {
  const int j = k & 63;
  const double_double t = table::exp2_64(j);
  return {add(t, mul(t, expm1_small(r))), (k - j) / 64};
}

/// x - k log(2) / 64 with k = nearest(x 64 / log(2)). Requires: |x| < 1400. Error: 2^-105 absolute.
FPCHECK_HD inline double_double exp_reduce(double_double x, double k) noexcept {
  const double a = x.high - mul(k, table::ln2_64_a); // exact: both are multiples of 2^-60 and their difference is small
  const double_double b = two_sum(a, -mul(k, table::ln2_64_b));
  return add(b, x.low - mul(k, table::ln2_64_c));
}

/// e^x. Requires: |x| < 1400. Error: 2^-98 and the error of x.
FPCHECK_HD inline scaled exp(double_double x) noexcept {
  const double k = nearest_integer(mul(x.high, 0x1.71547652b82fep+6));
  return exp_from_parts(static_cast<int>(k), exp_reduce(x, k));
}

/// e^x - 1. Requires: |x| < 700. Error: 2^-92 for x of relative error 0.
FPCHECK_HD inline double_double expm1(double_double x) noexcept {
  if (abs(x.high) < 0.005) return expm1_small(x);
  const scaled e = exp(x);
  return add(scale(e.value, power_of_two(e.exponent)), -1.0);
}

/// 2 atanh(f / (2 + f)) = log(1 + f). Requires: |f| <= 2^-7. Error: 2^-100.
FPCHECK_HD inline double_double log1p_small(double_double f) noexcept {
  const double_double s = div(f, add(f, 2.0));
  const double_double z = square(s);
  const double w = z.high;
  double t = fma(w, 1.0 / 15, 1.0 / 13);
  t = fma(w, t, 1.0 / 11);
  t = fma(w, t, 1.0 / 9);
  t = fma(w, t, 1.0 / 7);
  double_double h = add(double_double{table::fifth_high, table::fifth_low}, mul(w, t));
  h = add(mul(h, z), double_double{table::third_high, table::third_low});
  h = add(mul(h, z), 1.0);
  return scale(mul(h, s), 2.0);
}

/// log(v 2^k). Requires: v > 0 and normal. Error: 2^-98.
FPCHECK_HD inline double_double log(double_double v, int k = 0) noexcept {
  const int e = static_cast<int>(bits_of(v.high) >> 52) - 1023;
  double_double m = e == 1023 ? scale(scale(v, 0.5), 0x1p-1022) : scale(v, power_of_two(-e));
  int n = e + k;
  if (m.high > 0x1.6a09e667f3bcdp0) m = scale(m, 0.5), ++n;
  const int i = static_cast<int>(nearest_integer(mul(m.high, 128.0)));
  const double c = table::log_reciprocal(i);
  const rounded<double> p = two_prod(m.high, c);
  const double_double f = add(double_double{two_sum(p.value - 1.0, p.error)}, mul(m.low, c));
  const double_double s = log1p_small(f);
  if (n == 0 && i == 128) return s;
  const double_double base = mul(double_double{table::ln2_high, table::ln2_low}, static_cast<double>(n));
  return add(add(base, table::log_table(i)), s);
}

/// log(1 + f). Requires: f > -1, |f| > 2^-200. Error: 2^-96 and, for f <= -2^-8, that of 1 + f.
FPCHECK_HD inline double_double log1p(double_double f) noexcept {
  if (abs(f.high) < 0x1p-8) return log1p_small(f);
  return log(add(f, 1.0));
}

/// log(x). Requires: x > 0, finite. Error: 2^-98.
FPCHECK_HD inline double_double log_of(double x) noexcept {
  return x < 0x1p-1000 ? log(mul(x, 0x1p200), -200) : log(double_double{x});
}

} // namespace fpcheck::exact::kernel

namespace fpcheck::exact {

namespace detail {

/// What stands for a value too large or too small for any format.
FPCHECK_HD constexpr approximation beyond(int exponent) noexcept { return {1.0, 0, 0x1p-60, exponent}; }

/// True for x = 2^k, and then k.
FPCHECK_HD constexpr bool is_power_of_two(double x, int& k) noexcept {
  const std::uint64_t b = bits_of(x);
  const std::uint64_t fraction = b & 0xfffffffffffffu;
  const int e = static_cast<int>(b >> 52 & 0x7ff);
  if (e == 0) {
    k = -1011 - count_leading_zeros(fraction);
    return (fraction & (fraction - 1)) == 0 && fraction != 0;
  }
  k = e - 1023;
  return fraction == 0;
}

/// 10^n for 0 <= n <= 22, exactly representable.
FPCHECK_HD constexpr double power_of_ten(int n) noexcept {
  double p = 1;
  for (int i = 0; i < n; ++i) p = mul(p, 10.0);
  return p;
}

} // namespace detail

} // namespace fpcheck::exact

namespace fpcheck::exact::elementary {

/// e^x. Requires: x finite. Error: relative 2^-97; exact for 0.
FPCHECK_HD inline approximation exp(double x) noexcept {
  if (x == 0) return exactly(1);
  if (abs(x) < 0x1p-61) return x > 0 ? just_above(1) : just_below(1);
  if (abs(x) > 1200) return detail::beyond(x > 0 ? 20000 : -20000);
  const kernel::scaled e = kernel::exp(double_double{x});
  return approximate(e.value, 0x1p-97, e.exponent);
}

/// 2^x. Requires: x finite. Error: relative 2^-97; exact for integers.
FPCHECK_HD inline approximation exp2(double x) noexcept {
  if (abs(x) > 2000) return detail::beyond(x > 0 ? 20000 : -20000);
  const double k = kernel::nearest_integer(x);
  if (k == x) return {1.0, 0, 0, static_cast<int>(k)};
  if (abs(x) < 0x1p-61) return x > 0 ? just_above(1) : just_below(1);
  const double j = kernel::nearest_integer(mul(x, 64.0));
  const double_double r = mul(double_double{table::ln2_high, table::ln2_low}, x - mul(j, 0x1p-6));
  const kernel::scaled e = kernel::exp_from_parts(static_cast<int>(j), r);
  return approximate(e.value, 0x1p-97, e.exponent);
}

/// 10^x. Requires: x finite. Error: relative 2^-92; exact for integers from 0 to 22.
FPCHECK_HD inline approximation exp10(double x) noexcept {
  if (x >= 0 && x <= 22 && kernel::nearest_integer(x) == x) return exactly(detail::power_of_ten(static_cast<int>(x)));
  if (abs(x) < 0x1p-63) return x > 0 ? just_above(1) : just_below(1);
  if (abs(x) > 600) return detail::beyond(x > 0 ? 20000 : -20000);
  const kernel::scaled e = kernel::exp(mul(double_double{table::ln10_high, table::ln10_low}, x));
  return approximate(e.value, 0x1p-92, e.exponent);
}

/// e^x - 1. Requires: x finite. Error: relative 2^-91; exact for 0.
FPCHECK_HD inline approximation expm1(double x) noexcept {
  if (x == 0) return exactly(x);
  if (abs(x) < 0x1p-61) return x > 0 ? just_above(x) : just_below(x);
  if (x > 1200) return detail::beyond(20000);
  if (x < -60) return just_below(-1);
  if (x > 600) {
    const kernel::scaled e = kernel::exp(double_double{x});
    return approximate(e.value, 0x1p-96, e.exponent);
  }
  return approximate(kernel::expm1(double_double{x}), 0x1p-91);
}

/// log(x). Requires: x > 0, finite. Error: relative 2^-97; exact for 1.
FPCHECK_HD inline approximation log(double x) noexcept {
  if (x == 1) return exactly(0);
  return approximate(kernel::log_of(x), 0x1p-97);
}

/// log2(x). Requires: x > 0, finite. Error: relative 2^-96; exact for powers of two.
FPCHECK_HD inline approximation log2(double x) noexcept {
  int k = 0;
  if (detail::is_power_of_two(x, k)) return exactly(k);
  return approximate(mul(kernel::log_of(x), double_double{table::log2e_high, table::log2e_low}), 0x1p-96);
}

/// log10(x). Requires: x > 0, finite. Error: relative 2^-96; exact for 1, 10, ..., 10^22.
FPCHECK_HD inline approximation log10(double x) noexcept {
  const approximation a =
      approximate(mul(kernel::log_of(x), double_double{table::log10e_high, table::log10e_low}), 0x1p-96);
  const double n = kernel::nearest_integer(a.high);
  if (n >= 0 && n <= 22 && detail::power_of_ten(static_cast<int>(n)) == x) return exactly(n);
  return a;
}

/// log(1 + x). Requires: x > -1, finite. Error: relative 2^-95; exact for 0.
FPCHECK_HD inline approximation log1p(double x) noexcept {
  if (x == 0) return exactly(x);
  if (abs(x) < 0x1p-61) return x > 0 ? just_below(x) : just_above(x);
  return approximate(kernel::log1p(double_double{x}), 0x1p-95);
}

} // namespace fpcheck::exact::elementary
