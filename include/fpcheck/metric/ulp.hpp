#pragma once
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/tags.hpp>

namespace fpcheck::metric {

/// The spacing of a format's numbers: everything that an ulp depends on.
struct grid {
  int precision = 0;    ///< significand bits with the hidden one
  int min_exponent = 0; ///< of the smallest normal number

  constexpr bool operator==(const grid&) const = default;
};

/// The grid of binary64.
inline constexpr grid binary64_grid{53, -1022};
/// The grid of binary32.
inline constexpr grid binary32_grid{24, -126};

/// The grid of a format.
FPCHECK_HD FPCHECK_INLINE constexpr grid grid_of(const format_row& row) noexcept {
  return {row.precision, min_exponent(row)};
}
/// The grid of the format `Tag`.
template <class Tag>
FPCHECK_HD constexpr grid grid_of() noexcept {
  return grid_of(Tag::row);
}

/// The exponent of the leading bit of a finite x != 0. Range: [-1074, 1023].
FPCHECK_HD FPCHECK_INLINE constexpr int leading_exponent(double x) noexcept {
  const std::uint64_t magnitude = bits_of(x) & (~std::uint64_t{0} >> 1);
  const int field = static_cast<int>(magnitude >> 52);
  return field != 0 ? field - 1023 : -1011 - count_leading_zeros(magnitude);
}

/// 2^e, exact. Range: e in [-1074, 1023]; below it zero, above it infinity.
FPCHECK_HD FPCHECK_INLINE constexpr double power_of_two(int e) noexcept {
  if (e < -1074) return 0.0;
  if (e > 1023) return bit_cast<double>(std::uint64_t{0x7ff} << 52);
  const std::uint64_t code = e >= -1022 ? static_cast<std::uint64_t>(e + 1023) << 52 : std::uint64_t{1} << (e + 1074);
  return bit_cast<double>(code);
}

/// The exponent of one ulp at the exact value `x`: max(e, e_min) - p + 1. Requires: x finite.
FPCHECK_HD FPCHECK_INLINE constexpr int ulp_exponent(const grid& g, double x) noexcept {
  const bool zero = (bits_of(x) << 1) == 0;
  const int e = zero ? g.min_exponent : leading_exponent(x);
  return (e > g.min_exponent ? e : g.min_exponent) - g.precision + 1;
}

/// One ulp of the format with grid `g` at the exact value `x`. Range: NaN where x is NaN or infinite.
FPCHECK_HD FPCHECK_INLINE constexpr double ulp(const grid& g, double x) noexcept {
  const bool finite = ((bits_of(x) >> 52) & 0x7ff) != 0x7ff;
  return finite ? power_of_two(ulp_exponent(g, x)) : bit_cast<double>(std::uint64_t{0x7ff8} << 48);
}
/// One ulp of the format `Tag` at the exact value `x`.
template <class Tag>
FPCHECK_HD constexpr double ulp(double x) noexcept {
  return ulp(grid_of(Tag::row), x);
}

/// The unit roundoff u, half an ulp of 1.
FPCHECK_HD FPCHECK_INLINE constexpr double unit_roundoff(const grid& g) noexcept {
  return power_of_two(-g.precision);
}

/// The smallest positive number, one ulp at zero: eta.
FPCHECK_HD FPCHECK_INLINE constexpr double smallest_positive(const grid& g) noexcept {
  return power_of_two(g.min_exponent - g.precision + 1);
}

} // namespace fpcheck::metric
