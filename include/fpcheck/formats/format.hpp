#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/config.hpp>

#include <cstdint>

namespace fpcheck {

/// What the topmost codes of a format mean.
enum class special_codes : std::uint8_t {
  ieee,           ///< largest exponent: infinity, then NaNs
  nan_only,       ///< the largest magnitude is NaN, no infinity
  finite_only,    ///< every code is a number
  fnuz,           ///< the code of -0 is the one NaN, no infinity
  scale,          ///< powers of two only: no zero, no sign, the largest code is NaN
  p3109_extended, ///< one NaN (the code of -0, or the last unsigned code), infinity is the largest magnitude below it
  p3109_finite    ///< one NaN as in p3109_extended, no infinity
};

/// Whether codes have a sign bit.
enum class signedness : std::uint8_t { unsigned_, signed_ };

namespace detail {
/// Both, or either: without the branches that && and || may become, which keep loops from vectorising.
FPCHECK_HD FPCHECK_INLINE constexpr bool both(bool a, bool b) noexcept {
  return (int{a} & int{b}) != 0;
}
FPCHECK_HD FPCHECK_INLINE constexpr bool either(bool a, bool b) noexcept {
  return (int{a} | int{b}) != 0;
}
} // namespace detail

/// A number format as data. A magnitude (a code without its sign) counts the non-negative values in order.
/// Requires: 2 <= bits <= 32, 1 <= precision, and every finite value but zero is a normal binary64 number.
struct format_row {
  int bits = 0;          ///< of a code, the sign included
  int exponent_bits = 0; ///< of the exponent field
  int precision = 0;     ///< significand bits with the hidden one
  int bias = 0;          ///< of the exponent field
  signedness sign = signedness::signed_;
  special_codes specials = special_codes::ieee;
  int box_shift = 0; ///< a stored code is the code shifted up by this (tf32 in its 32-bit register)

  constexpr bool operator==(const format_row&) const = default;
};

/// The number of stored significand bits.
FPCHECK_HD FPCHECK_INLINE constexpr int mantissa_bits(const format_row& row) noexcept {
  return row.precision - 1;
}
/// The exponent of the smallest normal number. Range: for a scale format, of the code 0.
FPCHECK_HD FPCHECK_INLINE constexpr int min_exponent(const format_row& row) noexcept {
  return (row.specials == special_codes::scale ? 0 : 1) - row.bias;
}
/// Whether codes have a sign bit.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_signed(const format_row& row) noexcept {
  return row.sign == signedness::signed_;
}
/// Whether -0 has a code of its own.
FPCHECK_HD FPCHECK_INLINE constexpr bool has_negative_zero(const format_row& row) noexcept {
  return is_signed(row) && (row.specials == special_codes::ieee || row.specials == special_codes::nan_only ||
                            row.specials == special_codes::finite_only);
}
/// Whether the code of -0 is the one NaN.
FPCHECK_HD FPCHECK_INLINE constexpr bool nan_is_negative_zero(const format_row& row) noexcept {
  return is_signed(row) && (row.specials == special_codes::fnuz || row.specials == special_codes::p3109_extended ||
                            row.specials == special_codes::p3109_finite);
}
/// Whether some code means zero.
FPCHECK_HD FPCHECK_INLINE constexpr bool has_zero(const format_row& row) noexcept {
  return row.specials != special_codes::scale;
}
/// Whether some code means infinity.
FPCHECK_HD FPCHECK_INLINE constexpr bool has_infinity(const format_row& row) noexcept {
  return row.specials == special_codes::ieee || row.specials == special_codes::p3109_extended;
}
/// Whether some code is not a number.
FPCHECK_HD FPCHECK_INLINE constexpr bool has_nan(const format_row& row) noexcept {
  return row.specials != special_codes::finite_only;
}
/// The bit of the sign. Range: 0 for an unsigned format.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t sign_mask(const format_row& row) noexcept {
  return is_signed(row) ? std::uint32_t{1} << (row.bits - 1) : 0;
}
/// The largest magnitude, whatever it means.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t magnitude_mask(const format_row& row) noexcept {
  const int width = row.bits - (is_signed(row) ? 1 : 0);
  return static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
}
/// All bits of a code.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t code_mask(const format_row& row) noexcept {
  return magnitude_mask(row) | sign_mask(row);
}
/// The magnitude of the largest finite number.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t max_magnitude(const format_row& row) noexcept {
  const std::uint32_t top = magnitude_mask(row);
  const std::uint32_t below_nan = is_signed(row) ? top : top - 1; // P3109 only
  switch (row.specials) {
  case special_codes::ieee:
    return (top & ~((std::uint32_t{1} << (row.precision - 1)) - 1)) - 1;
  case special_codes::nan_only:
  case special_codes::scale:
    return top - 1;
  case special_codes::p3109_extended:
    return below_nan - 1;
  case special_codes::p3109_finite:
    return below_nan;
  default:
    return top;
  }
}
/// The magnitude of infinity. Requires: has_infinity(row).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t infinity_magnitude(const format_row& row) noexcept {
  return max_magnitude(row) + 1;
}
/// The code of the quiet NaN without a sign: only the quiet bit set where a format has several. Requires: has_nan(row).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t quiet_nan_code(const format_row& row) noexcept {
  if (nan_is_negative_zero(row)) return sign_mask(row);
  if (row.specials != special_codes::ieee) return magnitude_mask(row);
  return row.precision < 2 ? magnitude_mask(row) : infinity_magnitude(row) | (std::uint32_t{1} << (row.precision - 2));
}
/// The number of codes.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t code_count(const format_row& row) noexcept {
  return std::uint64_t{1} << row.bits;
}

/// Whether `code` is not a number.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_nan_code(const format_row& row, std::uint32_t code) noexcept {
  if (nan_is_negative_zero(row)) return code == sign_mask(row);
  return detail::both(has_nan(row), (code & magnitude_mask(row)) > max_magnitude(row) + (has_infinity(row) ? 1u : 0u));
}
/// Whether `code` is an infinity.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_infinity_code(const format_row& row, std::uint32_t code) noexcept {
  return detail::both(has_infinity(row), (code & magnitude_mask(row)) == infinity_magnitude(row));
}
/// Whether `code` is a finite number.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_finite_code(const format_row& row, std::uint32_t code) noexcept {
  return detail::both(!is_nan_code(row, code), (code & magnitude_mask(row)) <= max_magnitude(row));
}
/// Whether `code` is a zero.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_zero_code(const format_row& row, std::uint32_t code) noexcept {
  return has_zero(row) && (code & magnitude_mask(row)) == 0 && !is_nan_code(row, code);
}
/// Whether `code` is a non-zero number below the smallest normal one.
FPCHECK_HD FPCHECK_INLINE constexpr bool is_subnormal_code(const format_row& row, std::uint32_t code) noexcept {
  const std::uint32_t magnitude = code & magnitude_mask(row);
  return has_zero(row) && magnitude != 0 && magnitude < (std::uint32_t{1} << mantissa_bits(row));
}

/// The P3109 format Binary{bits}p{precision}, signed or unsigned, with or without infinities.
/// Source: IEEE P3109 interim report, formats. Requires: 3 <= bits <= 16, its exponents within binary64.
FPCHECK_HD constexpr format_row p3109_row(int bits, int precision, signedness sign, special_codes specials) noexcept {
  const bool has_sign = sign == signedness::signed_;
  const int exponent_bits = bits - precision + (has_sign ? 0 : 1);
  return {bits, exponent_bits, precision, 1 << (exponent_bits - 1), sign, specials, 0};
}

} // namespace fpcheck
