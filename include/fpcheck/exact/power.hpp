#pragma once
#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/exact/exponential.hpp>
#include <fpcheck/exact/power_compare.hpp>
#include <fpcheck/exact/trigonometric.hpp>

/// Powers, roots, hypotenuse and the two-argument arc tangent, with exact results recognised as such.
namespace fpcheck::exact {

namespace detail {

/// floor(sqrt(n)). Requires: n < 2^54.
FPCHECK_HD inline std::uint64_t integer_sqrt(std::uint64_t n) noexcept {
  auto r = static_cast<std::uint64_t>(sqrt(static_cast<double>(n)));
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return r;
}

/// base^n, or 0 where it needs more than 54 bits.
FPCHECK_HD constexpr std::uint64_t short_power(std::uint64_t base, int n) noexcept {
  std::uint64_t r = 1;
  for (int i = 0; i < n; ++i) {
    if (kernel::multiply_high(r, base) != 0) return 0;
    r *= base;
    if (r >> 54 != 0) return 0;
  }
  return r;
}

} // namespace detail

/// Whether x^y is exactly z. Requires: x, z > 0; x, y, z finite.
/// With x = m 2^e and y = n 2^-k (m, n odd), x^y is a binary64 number only if x is a 2^k-th power, and m^|n| is short.
FPCHECK_HD inline bool is_exact_power(double x, double y, double z) noexcept {
  if (y == 0 || x == 1) return z == 1;
  odd_form a = odd_form_of(x);
  const odd_form b = odd_form_of(z);
  if (a.significand == 1) {
    const rounded<double> e = two_prod(static_cast<double>(a.exponent), y);
    return b.significand == 1 && e.value == b.exponent && e.error == 0;
  }
  if (y < 0) return false; // the inverse of an odd number above 1 is no dyadic number
  const odd_form n = odd_form_of(y);
  if (n.exponent > 6) return false; // an exponent of at least 128 of an odd m >= 3
  std::uint64_t power = n.significand;
  if (n.exponent > 0) power <<= n.exponent;
  if (power > 64) return false;
  for (int k = n.exponent; k < 0; ++k) {
    const std::uint64_t r = detail::integer_sqrt(a.significand);
    if (r * r != a.significand || (a.exponent & 1) != 0) return false;
    a = {r, a.exponent / 2};
  }
  return detail::short_power(a.significand, static_cast<int>(power)) == b.significand &&
         a.exponent * static_cast<int>(power) == b.exponent;
}

namespace detail {

/// e^t for a double-double t of a known absolute error; `sign_of_t` serves where t itself is tiny.
FPCHECK_HD inline approximation exp_of_product(double_double t, double absolute_error) noexcept {
  if (abs(t.high) < 0x1p-61) return t.high > 0 ? just_above(1) : just_below(1);
  if (abs(t.high) > 1200) return beyond(t.high > 0 ? 20000 : -20000);
  const kernel::scaled e = kernel::exp(t);
  return approximate(e.value, 0x1p-97 + 2 * absolute_error, e.exponent);
}

/// `a`, with a binary64 number inside its error recognised as the value itself (`is_exact`) or put on its side of it
/// by `compare`, which gives the sign of value - number, or 2 where it does not know.
template <class Predicate, class Comparison>
FPCHECK_HD inline approximation settle_exactness(approximation a, Predicate is_exact, Comparison compare) noexcept {
  if (!(abs(a.low) <= a.error) || a.exponent > 1030) return a;
  const double z = scale_down(a.high, a.exponent);
  if (!(z > 0 && z <= largest_of<double>())) return a;
  if (is_exact(z)) return exactly(z);
  if (z < 0x1p-1021) return a; // z may be rounded itself
  const int side = compare(z);
  if (side != 1 && side != -1) return a;
  const double reach = mul(abs(a.low) + a.error, 1 + 0x1p-50);
  return {a.high, side * reach, reach, a.exponent};
}

/// y as an integer that compare_power takes, or 0.
FPCHECK_HD constexpr int short_integer(double y) noexcept {
  return abs(y) <= compare_power_limit && kernel::nearest_integer(y) == y ? static_cast<int>(y) : 0;
}

} // namespace detail

namespace elementary {

/// x^y. Requires: x > 0; x, y finite. Error: relative 2^-85; exact where it is a binary64 number, and on the
/// right side of one for integers |y| <= 64.
FPCHECK_HD inline approximation pow(double x, double y) noexcept {
  if (x == 1 || y == 0) return exactly(1);
  if (y == 1) return exactly(x);
  const double_double l = kernel::log_of(x);
  if (abs(y) > 0x1p75) return detail::beyond((l.high > 0) == (y > 0) ? 20000 : -20000); // |log x| >= 2^-54
  if (abs(y) < 0x1p-80) return (l.high > 0) == (y > 0) ? just_above(1) : just_below(1); // |log x| < 2^10
  const double_double t = mul(l, y);
  const double absolute = abs(t.high) < 1200 ? mul(abs(t.high), 0x1p-96) : 0.0;
  return detail::settle_exactness(detail::exp_of_product(t, absolute),
                                  [x, y](double z) { return is_exact_power(x, y, z); },
                                  [x, y](double z) {
                                    const int n = detail::short_integer(y);
                                    return n == 0 ? 2 : compare_power(x, n, z);
                                  });
}

/// x^(1 / y). Requires: x > 0, y != 0; x, y finite. Error: relative 2^-84; as pow.
FPCHECK_HD inline approximation pow_reciprocal(double x, double y) noexcept {
  if (x == 1) return exactly(1);
  if (y == 1) return exactly(x);
  const double_double l = kernel::log_of(x);
  if (abs(y) < 0x1p-75) return detail::beyond((l.high > 0) == (y > 0) ? 20000 : -20000);
  if (abs(y) > 0x1p80) return (l.high > 0) == (y > 0) ? just_above(1) : just_below(1);
  const double_double t = div(l, y);
  const double absolute = abs(t.high) < 1200 ? mul(abs(t.high), 0x1p-96) : 0.0;
  return detail::settle_exactness(detail::exp_of_product(t, absolute),
                                  [x, y](double z) { return is_exact_power(z, y, x); },
                                  [x, y](double z) { // x^(1/n) > z  as  x > z^n for n > 0, x < z^n for n < 0
                                    const int n = detail::short_integer(y);
                                    if (n == 0) return 2;
                                    return n > 0 ? -compare_power(z, n, x) : compare_power(z, n, x);
                                  });
}

/// log(z) / log(x), the y of x^y = z. Requires: x, z > 0, x != 1; finite. Error: relative 2^-94; exact where binary64.
FPCHECK_HD inline approximation log_ratio(double z, double x) noexcept {
  if (z == 1) return exactly(0);
  const approximation a = approximate(div(kernel::log_of(z), kernel::log_of(x)), 0x1p-94);
  if (abs(a.low) <= a.error && is_exact_power(x, a.high, z)) return exactly(a.high);
  return a;
}

/// The hypotenuse of x and y. Requires: finite. Error: relative 2^-100; exact where it is a binary64 number.
FPCHECK_HD inline approximation hypot(double x, double y) noexcept {
  double a = abs(x), b = abs(y);
  if (a < b) {
    const double t = a;
    a = b, b = t;
  }
  if (b == 0) return exactly(a);
  const int e = static_cast<int>(bits_of(a) >> 52) - 1023;
  const int k = e == -1023 ? -1000 : e;
  // Both times 2^-k in two steps, so that a is near 1 and exact.
  const double half = power_of_two(-(k / 2)), rest = power_of_two(-(k - k / 2));
  a = mul(mul(a, half), rest);
  b = mul(mul(b, half), rest); // rounded only where it is too small to matter
  if (b < mul(a, 0x1p-31)) {
    approximation r = just_above(a); // sqrt(a^2 + b^2) < a (1 + 2^-63)
    r.exponent += k;
    return r;
  }
  const double_double s = add(double_double{two_prod(a, a)}, double_double{two_prod(b, b)});
  approximation r = approximate(sqrt(s), 0x1p-100, k);
  if (abs(r.low) <= r.error) {
    double_dot exactly_zero;
    exactly_zero.add_product(a, a);
    exactly_zero.add_product(b, b);
    exactly_zero.add_product(-r.high, r.high);
    if (exactly_zero.sign() == 0) r.low = 0, r.error = 0;
  }
  return r;
}

/// The angle of the point (x, y) in (-pi, pi]. Requires: not both zero; finite. Error: relative 2^-99; exact for 0.
FPCHECK_HD inline approximation atan2(double y, double x) noexcept {
  if (y == 0) return x > 0 ? exactly(0) : approximation{table::pi_high, table::pi_low, 0x1p-105, 0};
  const bool below = y < 0;
  const double a = abs(x), b = abs(y);
  const approximation sa = exactly(a), sb = exactly(b); // normal significands with exponents apart
  const int ea = static_cast<int>(bits_of(sa.high) >> 52) - 1023 + sa.exponent;
  const int eb = static_cast<int>(bits_of(sb.high) >> 52) - 1023 + sb.exponent;
  approximation r{};
  if (a == 0 || eb - ea > 200) {
    r = {table::half_pi_high, table::half_pi_low, 0x1p-105, 0};
  } else if (ea - eb > 200) {
    if (x < 0) {
      r = {table::pi_high, table::pi_low, 0x1p-105, 0};
    } else { // y / x (1 - tiny)
      const double ma = bit_cast<double>((bits_of(sa.high) & 0xfffffffffffffu) | 0x3ff0000000000000u);
      const double mb = bit_cast<double>((bits_of(sb.high) & 0xfffffffffffffu) | 0x3ff0000000000000u);
      const double_double q = div(double_double{mb}, ma);
      r = q.low == 0 ? just_below(q.high) : approximate(q, 0x1p-100);
      r.exponent += eb - ea;
    }
  } else {
    const int k = ea > eb ? ea : eb;
    const double h = power_of_two(-(k / 2)), g = power_of_two(-(k - k / 2));
    const double_double u = {mul(mul(a, h), g)}, v = {mul(mul(b, h), g)};
    double_double t = kernel::atan_of_ratio(v, u);
    if (x < 0) t = sub(double_double{table::pi_high, table::pi_low}, t);
    r = approximate(t, 0x1p-99);
  }
  return below ? -r : r;
}

/// 1 / sqrt(x). Requires: x > 0, finite. Error: relative 2^-100; exact for even powers of two.
FPCHECK_HD inline approximation rsqrt(double x) noexcept {
  const approximation s = exactly(x);
  const approximation r = approximate(div(double_double{1.0}, sqrt(double_double{s.high})), 0x1p-100, -s.exponent / 2);
  int k = 0;
  if (detail::is_power_of_two(x, k) && k % 2 == 0) return {1.0, 0, 0, -k / 2};
  return r;
}

} // namespace elementary
} // namespace fpcheck::exact
