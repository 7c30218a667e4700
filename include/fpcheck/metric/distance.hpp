#pragma once
#include <fpcheck/metric/ulp.hpp>

namespace fpcheck::metric {

/// |actual - exact| in ulps of the grid at `exact`.
/// Range: NaN where either is NaN; infinity where exactly one is infinite or they are infinities of unlike sign; 0
/// where both are the same infinity. Otherwise within 2^-52 relative of the true distance.
FPCHECK_HD FPCHECK_INLINE constexpr double error_in_ulps(const grid& g, double actual, double exact) noexcept {
  constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  const std::uint64_t a = bits_of(actual), b = bits_of(exact);
  const std::uint64_t magnitude_a = a & (~std::uint64_t{0} >> 1), magnitude_b = b & (~std::uint64_t{0} >> 1);
  if (magnitude_a > infinity || magnitude_b > infinity) return bit_cast<double>(infinity | (std::uint64_t{1} << 51));
  if (magnitude_a == infinity || magnitude_b == infinity) return a == b ? 0.0 : bit_cast<double>(infinity);
  // Scaling first keeps the difference of two large numbers finite and that of two subnormal ones exact.
  const int e = ulp_exponent(g, exact);
  const int half = e / 2;
  const double down = power_of_two(-half), rest = power_of_two(-(e - half));
  const double difference = actual * down - exact * down;
  const double scaled = difference * rest;
  return scaled < 0 ? -scaled : scaled;
}
/// |actual - exact| in ulps of the format `Tag` at `exact`.
template <class Tag>
FPCHECK_HD constexpr double error_in_ulps(double actual, double exact) noexcept {
  return error_in_ulps(grid_of(Tag::row), actual, exact);
}

/// The position of a finite or infinite code among the format's numbers: 0 for zeros, negative below.
/// Requires: not a NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t ordinal(const format_row& row, std::uint32_t stored) noexcept {
  const std::uint32_t code = (stored >> row.box_shift) & code_mask(row);
  const std::int64_t magnitude = code & magnitude_mask(row);
  return (code & sign_mask(row)) != 0 ? -magnitude : magnitude;
}
/// The position of `x` among the binary64 numbers. Requires: not a NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t ordinal(double x) noexcept {
  const auto magnitude = static_cast<std::int64_t>(bits_of(x) & (~std::uint64_t{0} >> 1));
  return bits_of(x) >> 63 ? -magnitude : magnitude;
}
/// The position of `x` among the binary32 numbers. Requires: not a NaN.
FPCHECK_HD FPCHECK_INLINE constexpr std::int64_t ordinal(float x) noexcept {
  const auto magnitude = static_cast<std::int64_t>(bits_of(x) & 0x7fffffffu);
  return bits_of(x) >> 31 ? -magnitude : magnitude;
}

/// A count of steps from one number of a format to the next; none where a NaN is involved.
struct step_count {
  std::uint64_t steps = 0;
  bool defined = false;

  constexpr bool operator==(const step_count&) const = default;
};

/// How many steps lie between two codes of a format; -0 and 0 are no step apart, infinity is a step above the largest.
FPCHECK_HD FPCHECK_INLINE constexpr step_count code_distance(const format_row& row, std::uint32_t a,
                                                             std::uint32_t b) noexcept {
  const std::uint32_t mask = code_mask(row);
  if (is_nan_code(row, (a >> row.box_shift) & mask) || is_nan_code(row, (b >> row.box_shift) & mask)) return {};
  const std::int64_t d = ordinal(row, a) - ordinal(row, b);
  return {static_cast<std::uint64_t>(d < 0 ? -d : d), true};
}
/// How many steps lie between two binary64 numbers.
FPCHECK_HD FPCHECK_INLINE constexpr step_count code_distance(double a, double b) noexcept {
  constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 53;
  if ((bits_of(a) << 1) > infinity || (bits_of(b) << 1) > infinity) return {};
  const auto x = static_cast<std::uint64_t>(ordinal(a)), y = static_cast<std::uint64_t>(ordinal(b));
  return {ordinal(a) < ordinal(b) ? y - x : x - y, true};
}
/// How many steps lie between two binary32 numbers.
FPCHECK_HD FPCHECK_INLINE constexpr step_count code_distance(float a, float b) noexcept {
  constexpr std::uint32_t infinity = std::uint32_t{0xff} << 24;
  if ((bits_of(a) << 1) > infinity || (bits_of(b) << 1) > infinity) return {};
  const std::int64_t d = ordinal(a) - ordinal(b);
  return {static_cast<std::uint64_t>(d < 0 ? -d : d), true};
}

} // namespace fpcheck::metric
