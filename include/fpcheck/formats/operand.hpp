#pragma once
#include <fpcheck/formats/round.hpp>
#include <fpcheck/formats/tags.hpp>

namespace fpcheck {

/// A code taken apart for arithmetic: (-1)^sign * significand * 2^(exponent - 23) where it is finite.
struct operand {
  std::uint32_t sign = 0;        ///< 0 or 1
  std::uint32_t significand = 0; ///< below 2^24
  std::int32_t exponent = 0;
  std::uint32_t payload = 0; ///< of a NaN, the stored significand bits
  std::uint32_t is_nan = 0;  ///< 0 or 1, as the next two: members of one width, or loops do not vectorise
  std::uint32_t is_infinity = 0;
  std::uint32_t is_signalling = 0;
};

/// The position of the leading bit of x, at most 2^30. Range: -127 for 0. A conversion of an integer whose two leading
/// bits are not both set cannot round up to the next power of two, whatever the rounding mode; unlike a count of
/// leading zeros it vectorises everywhere.
FPCHECK_HD FPCHECK_INLINE constexpr std::int32_t leading_bit(std::uint32_t x) noexcept {
  const std::uint32_t sparse = x & ~(x >> 1);
  return static_cast<std::int32_t>(bits_of(static_cast<float>(static_cast<std::int32_t>(sparse))) >> 23) - 127;
}

/// Takes a stored code apart; a subnormal number keeps the smallest exponent. Requires: row.precision <= 24.
FPCHECK_HD FPCHECK_INLINE constexpr operand take_apart(const format_row& row, std::uint32_t stored,
                                                       const policy& p) noexcept {
  const std::uint32_t code = (stored >> row.box_shift) & code_mask(row);
  const std::uint32_t magnitude = code & magnitude_mask(row);
  const int m = mantissa_bits(row);
  const std::uint32_t fraction = magnitude & ((std::uint32_t{1} << m) - 1);
  const std::uint32_t field = magnitude >> m;
  const std::uint32_t exponent = has_zero(row) ? (field > 1 ? field : 1) : field + 1;
  // One step of the exponent adds what the hidden bit stands for: what is left counts from the step below.
  const std::uint32_t significand = has_zero(row) ? magnitude - (exponent << m) + (std::uint32_t{1} << m) : 1;
  const bool flush = p.subnormal == subnormals::flush_input || p.subnormal == subnormals::flush_both;
  operand out;
  out.sign = is_signed(row) ? code >> (row.bits - 1) : 0;
  out.significand = flush && has_zero(row) && field == 0 ? 0 : significand << (23 - m);
  out.exponent = static_cast<std::int32_t>(exponent) + min_exponent(row) - 1;
  out.payload = fraction;
  out.is_nan = static_cast<std::uint32_t>(is_nan_code(row, code));
  out.is_infinity = static_cast<std::uint32_t>(is_infinity_code(row, code));
  out.is_signalling = row.specials == special_codes::ieee && m > 1 ? out.is_nan & ~(fraction >> (m - 1)) : 0;
  return out;
}

/// `x` with bit 23 of the significand set; zero gets an exponent far below every other.
FPCHECK_HD FPCHECK_INLINE constexpr operand normalised(operand x) noexcept {
  const bool zero = x.significand == 0;
  const std::int32_t lead = leading_bit(x.significand | 1); // outside the choice: inside it would be a branch
  const std::int32_t up = pick(zero, 0, 23 - lead);
  x.significand <<= up;
  x.exponent = pick(zero, -4096, x.exponent - up);
  return x;
}

} // namespace fpcheck
