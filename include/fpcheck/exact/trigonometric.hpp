#pragma once
#include <fpcheck/exact/approximation.hpp>
#include <fpcheck/exact/elementary_table.hpp>

/// Double-double kernels of the trigonometric family, with an argument reduction that is exact to 2^-190 at any
/// magnitude. How the bounds come about: exponential.hpp.
namespace fpcheck::exact::kernel {

/// The high half of a 64 x 64 bit product.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__CUDA_ARCH__)
  return __umul64hi(a, b);
#else
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
#endif
}

/// A 256-bit unsigned number, least significant word first.
struct words256 {
  std::uint64_t w[4];
};

/// The low 256 bits of m times the 256 bits of 2 / pi that start at bit `first` (weight 2^-first).
FPCHECK_HD inline words256 times_two_over_pi(std::uint64_t m, int first) noexcept {
  const int position = first - 1 + 64; // the table starts with a word of zeros
  const int word = position / 64, shift = position % 64;
  words256 p{};
  std::uint64_t carry = 0;
  for (int i = 0; i < 4; ++i) {
    const int k = word + 3 - i;
    const std::uint64_t next = table::two_over_pi(k + 1);
    const std::uint64_t g = shift == 0 ? table::two_over_pi(k) : table::two_over_pi(k) << shift | next >> (64 - shift);
    const std::uint64_t low = m * g;
    p.w[i] = low + carry;
    carry = multiply_high(m, g) + (p.w[i] < low ? 1 : 0);
  }
  return p;
}

/// An angle modulo 2 pi: quadrant * pi / 2 + rest with |rest| <= pi / 4.
struct reduced_angle {
  double_double rest;
  unsigned quadrant;
};

/// The nearest double-double to a fraction of 256 bits (value 2^-254), given its magnitude. Error: 2^-105.
FPCHECK_HD inline double_double fraction_to_double(words256 p) noexcept {
  int top = 3;
  while (top > 0 && p.w[top] == 0) --top;
  const int shift = count_leading_zeros(p.w[top]);
  if (shift == 64) return {0, 0};
  std::uint64_t x[2] = {0, 0};
  for (int i = 0; i < 2; ++i) {
    const int k = top - i;
    if (k < 0) break;
    x[i] = shift == 0 ? p.w[k] : p.w[k] << shift | (k > 0 ? p.w[k - 1] >> (64 - shift) : 0);
  }
  const double a = static_cast<double>(x[0] >> 11);                                          // 53 bits
  const double b = static_cast<double>((x[0] & 0x7ff) << 42 | x[1] >> 22);                   // 53 bits
  const double unit = power_of_two(64 * top - shift + 11 - 254);
  return fast_two_sum(mul(a, unit), mul(mul(b, 0x1p-53), unit));
}

/// x modulo pi / 2. Requires: x finite, |x| > 2^-60. Error: 2^-102 relative to the rest.
/// Source: Payne, Hanek, "Radian reduction for trigonometric functions", SIGNUM Newsletter 18(1), 1983.
FPCHECK_HD inline reduced_angle reduce_angle(double x) noexcept {
  if (abs(x) < 0x1.921fb54442d18p-1) return {double_double{x}, 0};
  const std::uint64_t b = bits_of(x);
  const int e = static_cast<int>(b >> 52 & 0x7ff) - 1075;
  const std::uint64_t m = (b & 0xfffffffffffffu) | 0x10000000000000u;
  words256 p = times_two_over_pi(m, e - 1); // x 2 / pi mod 4, in units of 2^-254
  unsigned quadrant = static_cast<unsigned>(p.w[3] >> 62);
  p.w[3] &= 0x3fffffffffffffffu;
  const bool above = p.w[3] >> 61 != 0; // the fraction is at least one half
  if (above) {
    ++quadrant;
    std::uint64_t carry = 1;
    for (int i = 0; i < 4; ++i) {
      p.w[i] = ~p.w[i] + carry;
      carry = carry != 0 && p.w[i] == 0 ? 1 : 0;
    }
    p.w[3] &= 0x3fffffffffffffffu;
  }
  const double_double r = mul(fraction_to_double(p), double_double{table::half_pi_high, table::half_pi_low});
  if (x < 0) return {above ? r : -r, (4 - quadrant) & 3};
  return {above ? -r : r, quadrant & 3};
}

/// A sine and a cosine of one angle.
struct sine_cosine {
  double_double sine;
  double_double cosine;
};

/// x 16 rounded to an integer.
FPCHECK_HD FPCHECK_INLINE constexpr double nearest_sixteenth(double x) noexcept {
  return (mul(x, 16.0) + 0x1.8p52) - 0x1.8p52;
}

/// sin(t) and cos(t). Requires: |t| <= 1 / 30. Error: 2^-100 each.
/// The binary64 tails start at t^9 / 9! (2^-57.7 of the sine) and t^8 / 8! (2^-54.6); left out: t^19, t^18.
FPCHECK_HD inline sine_cosine sincos_small(double_double t) noexcept {
  const double_double z = square(t);
  const double w = z.high;
  double a = fma(w, 1.0 / 355687428096000, -1.0 / 1307674368000);
  a = fma(w, a, 1.0 / 6227020800);
  a = fma(w, a, -1.0 / 39916800);
  a = fma(w, a, 1.0 / 362880);
  double_double s = add(double_double{-table::r5040_high, -table::r5040_low}, mul(w, a));
  s = add(mul(s, z), double_double{table::r120_high, table::r120_low});
  s = add(mul(s, z), double_double{-table::sixth_high, -table::sixth_low});
  s = add(t, mul(mul(s, z), t));
  double c = fma(w, 1.0 / 20922789888000, -1.0 / 87178291200);
  c = fma(w, c, 1.0 / 479001600);
  c = fma(w, c, -1.0 / 3628800);
  c = fma(w, c, 1.0 / 40320);
  double_double k = add(double_double{-table::r720_high, -table::r720_low}, mul(w, c));
  k = add(mul(k, z), double_double{table::r24_high, table::r24_low});
  k = add(mul(k, z), -0.5);
  return {s, add(mul(k, z), 1.0)};
}

/// sin(r) and cos(r). Requires: |r| <= 0.79. Error: 2^-99 each.
FPCHECK_HD inline sine_cosine sincos(double_double r) noexcept {
  const double j = nearest_sixteenth(r.high);
  const sine_cosine t = sincos_small(add(r, mul(j, -0.0625)));
  if (j == 0) return t;
  const int i = static_cast<int>(abs(j));
  const double_double s = j < 0 ? -table::sin_16(i) : table::sin_16(i);
  const double_double c = table::cos_16(i);
  return {add(mul(s, t.cosine), mul(c, t.sine)), sub(mul(c, t.cosine), mul(s, t.sine))};
}

/// sin(x) and cos(x). Requires: x finite, |x| > 2^-60. Error: 2^-97 each.
FPCHECK_HD inline sine_cosine sincos(double x) noexcept {
  const reduced_angle a = reduce_angle(x);
  const sine_cosine t = sincos(a.rest);
  switch (a.quadrant) {
  case 0: return t;
  case 1: return {t.cosine, -t.sine};
  case 2: return {-t.sine, -t.cosine};
  default: return {-t.cosine, t.sine};
  }
}

/// atan(t). Requires: |t| <= 0.033. Error: 2^-100.
FPCHECK_HD inline double_double atan_small(double_double t) noexcept {
  const double_double z = square(t);
  const double w = z.high;
  double a = fma(w, 1.0 / 21, -1.0 / 19);
  a = fma(w, a, 1.0 / 17);
  a = fma(w, a, -1.0 / 15);
  a = fma(w, a, 1.0 / 13);
  a = fma(w, a, -1.0 / 11);
  double_double h = add(double_double{table::ninth_high, table::ninth_low}, mul(w, a));
  h = add(mul(h, z), double_double{-table::seventh_high, -table::seventh_low});
  h = add(mul(h, z), double_double{table::fifth_high, table::fifth_low});
  h = add(mul(h, z), double_double{-table::third_high, -table::third_low});
  return add(t, mul(mul(h, z), t));
}

/// atan(x) for 0 <= x <= 1. Error: 2^-98.
FPCHECK_HD inline double_double atan_to_one(double_double x) noexcept {
  const double j = nearest_sixteenth(x.high);
  if (j == 0) return atan_small(x);
  const double c = mul(j, 0.0625);
  const double_double t = div(add(x, -c), add(mul(x, c), 1.0));
  return add(table::atan_16(static_cast<int>(j)), atan_small(t));
}

/// atan(y / x) for y >= 0 and x >= 0, not both zero, of magnitudes within 2^400 of each other. Error: 2^-100
/// (two quotients of 14u^2, three sums, one table entry).
FPCHECK_HD inline double_double atan_of_ratio(double_double y, double_double x) noexcept {
  if (!(x < y)) return atan_to_one(div(y, x));
  return sub(double_double{table::half_pi_high, table::half_pi_low}, atan_to_one(div(x, y)));
}

} // namespace fpcheck::exact::kernel

namespace fpcheck::exact::elementary {

/// sin(x). Requires: x finite. Error: relative 2^-96; exact for 0.
FPCHECK_HD inline approximation sin(double x) noexcept {
  if (x == 0) return exactly(x);
  if (abs(x) < 0x1p-30) return just_below(x);
  return approximate(kernel::sincos(x).sine, 0x1p-96);
}
/// cos(x). Requires: x finite. Error: relative 2^-96; exact for 0.
FPCHECK_HD inline approximation cos(double x) noexcept {
  if (x == 0) return exactly(1);
  if (abs(x) < 0x1p-30) return just_below(1);
  return approximate(kernel::sincos(x).cosine, 0x1p-96);
}
/// tan(x). Requires: x finite. Error: relative 2^-95; exact for 0.
FPCHECK_HD inline approximation tan(double x) noexcept {
  if (x == 0) return exactly(x);
  if (abs(x) < 0x1p-30) return just_above(x);
  const kernel::sine_cosine t = kernel::sincos(x);
  return approximate(div(t.sine, t.cosine), 0x1p-95);
}
/// atan(x). Requires: x finite. Error: relative 2^-99; exact for 0.
FPCHECK_HD inline approximation atan(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_below(x);
  const approximation r = a > 0x1p400
                              ? approximation{table::half_pi_high, table::half_pi_low, 0x1p-100, 0}
                              : approximate(kernel::atan_of_ratio(double_double{a}, double_double{1.0}), 0x1p-99);
  return x < 0 ? -r : r;
}
/// asin(x). Requires: |x| <= 1. Error: relative 2^-95; exact for 0.
FPCHECK_HD inline approximation asin(double x) noexcept {
  if (x == 0) return exactly(x);
  const double a = abs(x);
  if (a < 0x1p-30) return just_above(x);
  const double_double other = sqrt(mul(double_double{two_sum(1.0, -a)}, double_double{two_sum(1.0, a)}));
  const approximation r = approximate(kernel::atan_of_ratio(double_double{a}, other), 0x1p-95);
  return x < 0 ? -r : r;
}
/// acos(x). Requires: |x| <= 1. Error: relative 2^-94; exact for 1.
FPCHECK_HD inline approximation acos(double x) noexcept {
  if (x == 1) return exactly(0);
  const double_double half =
      kernel::atan_of_ratio(sqrt(double_double{two_sum(1.0, -x)}), sqrt(double_double{two_sum(1.0, x)}));
  return approximate(scale(half, 2.0), 0x1p-94);
}

} // namespace fpcheck::exact::elementary
