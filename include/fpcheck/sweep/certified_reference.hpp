#pragma once
#include <fpcheck/sweep/taylor_table.hpp>

/// What a function of the math library should give, for every binary32 number, within a certified error.
namespace fpcheck::sweep {

/// How a stretch of the numbers is computed.
enum class branch_kind : std::uint8_t {
  undefined,     ///< NaN
  constant,      ///< value, within error
  table,         ///< sign * table(offset + factor |x|)
  power,         ///< sign * table(m) 2^(power k) for |x| = m 2^(period k) with 1 <= m < 2^period
  circle_sine,   ///< of a whole turn's part of x: tables of sine and cosine up to pi / 4
  circle_cosine,
  circle_tangent,
  turn_sine,     ///< of pi x
  turn_cosine,
};

/// The numbers |x| < below that no branch before it has.
struct reference_branch {
  double below = 0;
  branch_kind kind = branch_kind::undefined;
  double offset = 0, factor = 1, sign = 1;
  double value = 0, error = 0;  ///< of a constant
  double at_edge = 0;           ///< where offset + factor |x| is 0
  int period = 1, power = 0;
  taylor_view table, other;     ///< sine and cosine
};

/// A function with its tables where the code that reads it runs.
struct certified_reference {
  static constexpr int most = 6;
  reference_branch branches[2][most]; ///< of positive and of negative numbers
  double at_zero[2] = {}, at_infinity[2] = {};
  const std::uint64_t* turns = nullptr; ///< 2^(e - 23) 2 / pi modulo 4 in units of 2^-126, two words each, low one first, from e = -1 on
};

/// An exact value: NaN where the function is undefined, an infinity with error 0 at a pole; else within error of value, which for a zero is 0.
using expected_value = approximation;

namespace detail {

inline constexpr double half_pi = 0x1.921fb54442d18p+0, not_a_number = __builtin_nan("");

/// A part of a turn: the angle's distance from the nearest multiple of a quarter, and which multiple that is modulo 4.
struct turn_part {
  double distance = 0; ///< in quarters or as the caller wants it, not negative
  bool negative = false;
  unsigned quarter = 0;
};

/// x 2 / pi. Error: the distance (at least 2^-40) is right to 2^-51.8 of it: the words are cut at 2^-126 and multiplied by less than
/// 2^24, so by 2^-102 at most; one rounding of the 64 leading bits, of the constant and of the product.
/// Requires: |x| >= 1/2.
FPCHECK_HD inline turn_part quarter_of_circle(float x, const std::uint64_t* turns) noexcept {
  const std::uint32_t code = bits_of(x) & 0x7fffffffu;
  const std::uint64_t m = (code & 0x7fffffu) | 0x800000u;
  const std::uint64_t* word = turns + 2 * static_cast<int>((code >> 23) - 126);
  // 24 by 128 bits, modulo 2^128
  const std::uint64_t low_part = (word[0] & 0xffffffffu) * m, middle = (word[0] >> 32) * m + (low_part >> 32);
  const std::uint64_t low = middle << 32 | (low_part & 0xffffffffu);
  std::uint64_t high = word[1] * m + (middle >> 32);
  turn_part out;
  out.quarter = static_cast<unsigned>(high >> 62);
  high = high << 2 | low >> 62;
  std::uint64_t rest = low << 2;
  if (high >> 63 != 0) { // nearer to the next one
    ++out.quarter, out.negative = true;
    rest = ~rest + 1, high = ~high + (rest == 0 ? 1 : 0);
  }
  const int zeros = count_leading_zeros(high);
  const std::uint64_t leading = zeros == 0 ? high : high << zeros | rest >> (64 - zeros);
  out.distance = exact::mul(exact::mul(static_cast<double>(leading >> 1), bit_cast<double>(static_cast<std::uint64_t>(1023 - 63 - zeros) << 52)), half_pi);
  return out;
}

/// 2 |x|, exactly. Requires: |x| < 2^24.
FPCHECK_HD inline turn_part quarter_of_turn(double x) noexcept {
  const double doubled = exact::abs(x) * 2, nearest = __builtin_floor(doubled + 0.5), rest = doubled - nearest;
  return {exact::abs(rest) / 2, rest < 0, static_cast<unsigned>(nearest) & 3u};
}

FPCHECK_HD inline expected_value signed_value(approximation a, bool negative) noexcept { return {negative ? -a.value : a.value, a.error}; }

/// The sine of a part of a turn.
FPCHECK_HD inline expected_value sine(const reference_branch& b, turn_part p) noexcept {
  const bool cosine = (p.quarter & 1u) != 0, falls = (p.quarter & 2u) != 0;
  if (cosine) return p.distance == 0 ? expected_value{falls ? -1.0 : 1.0, 0} : signed_value(evaluate(b.other, p.distance), falls);
  return p.distance == 0 ? expected_value{} : signed_value(evaluate(b.table, p.distance), falls != p.negative);
}
/// Its tangent, at an odd quarter -1 / the tangent of what is left. Error: the quotient's, and a rounding of each operation.
FPCHECK_HD inline expected_value tangent(const reference_branch& b, turn_part p) noexcept {
  const approximation t = evaluate(b.table, p.distance);
  if ((p.quarter & 1u) == 0) return signed_value(t, p.negative);
  const double y = 1 / t.value;
  return {p.negative ? y : -y, exact::mul(exact::mul(y, exact::mul(y, t.error)) + exact::mul(y, 0x1p-53), 1.0001)};
}

FPCHECK_HD inline approximation power_of(const reference_branch& b, double v) noexcept {
  const int e = exponent_of(v), k = (e + 1100 * b.period) / b.period - 1100; // the quotient's floor
  const double m = bit_cast<double>((bits_of(v) & 0xfffffffffffffull) | static_cast<std::uint64_t>(1023 + e - b.period * k) << 52);
  const double scale = bit_cast<double>(static_cast<std::uint64_t>(1023 + b.power * k) << 52);
  const approximation y = evaluate(b.table, m);
  return {exact::mul(y.value, scale), exact::mul(y.error, scale)};
}

/// The value at a point, which is a binary64 number or rounded to one.
FPCHECK_HD inline expected_value value_at_edge(double v) noexcept { return {v, exact::abs(v) <= 0x1p1000 ? exact::mul(exact::abs(v), 0x1p-53) : 0}; }

FPCHECK_HD inline expected_value follow(const reference_branch& b, float x, const std::uint64_t* turns) noexcept {
  const double magnitude = exact::abs(static_cast<double>(x));
  const bool negative = x < 0;
  switch (b.kind) {
  case branch_kind::undefined: return {not_a_number, 0};
  case branch_kind::constant: return {b.value, b.error};
  case branch_kind::table: {
    const double v = b.offset + exact::mul(b.factor, magnitude); // exact
    return v == 0 ? value_at_edge(b.at_edge) : signed_value(evaluate(b.table, v), b.sign < 0);
  }
  case branch_kind::power: return signed_value(power_of(b, magnitude), b.sign < 0);
  case branch_kind::circle_sine: return signed_value(sine(b, quarter_of_circle(x, turns)), negative);
  case branch_kind::circle_cosine: {
    turn_part p = quarter_of_circle(x, turns);
    ++p.quarter;
    return sine(b, p);
  }
  case branch_kind::circle_tangent: return signed_value(tangent(b, quarter_of_circle(x, turns)), negative);
  case branch_kind::turn_sine: return signed_value(sine(b, quarter_of_turn(magnitude)), negative);
  case branch_kind::turn_cosine: {
    turn_part p = quarter_of_turn(magnitude);
    ++p.quarter;
    return sine(b, p);
  }
  }
  return {not_a_number, 0};
}

} // namespace detail

/// What the function should give at x.
FPCHECK_HD inline expected_value expected(const certified_reference& f, float x) noexcept {
  const std::uint32_t code = bits_of(x), magnitude = code & 0x7fffffffu;
  const int side = static_cast<int>(code >> 31);
  if (magnitude > 0x7f800000u) return {detail::not_a_number, 0};
  if (magnitude == 0x7f800000u) return detail::value_at_edge(f.at_infinity[side]);
  if (magnitude == 0) return detail::value_at_edge(f.at_zero[side]);
  const double size = exact::abs(static_cast<double>(x));
  int i = 0;
  while (i + 1 < certified_reference::most && size >= f.branches[side][i].below) ++i;
  return detail::follow(f.branches[side][i], x, f.turns);
}

} // namespace fpcheck::sweep
