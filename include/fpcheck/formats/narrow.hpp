#pragma once
#include <fpcheck/formats/encode.hpp>

/// A shorter way from binary32 to the narrow formats, for whole arrays: the same codes as `encode_bits`, no status.
namespace fpcheck {

/// Whether `encode_narrow` serves: no random bits, subnormals kept, and a format with a zero, with two to six bits of
/// significand, between the exponents of binary32's normal numbers. A shift of the 24 bits by up to 7 then loses
/// nothing in a 32-bit word, and what would be shifted further lies below half the smallest number.
FPCHECK_HD FPCHECK_INLINE constexpr bool encodes_narrowly(const format_row& row, const policy& p) noexcept {
  const int m = mantissa_bits(row), first = 127 + min_exponent(row);
  return p.round != rounding::stochastic && p.subnormal == subnormals::keep && has_zero(row) && m >= 1 && m <= 5 &&
         first >= 9 && first < 255 && static_cast<std::uint32_t>(255 - first) << m > max_magnitude(row);
}

/// encode_bits(row, bits, p).code. Requires: encodes_narrowly(row, p).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t encode_narrow(const format_row& row, std::uint32_t bits,
                                                                const policy& p) noexcept {
  using word = std::uint32_t;
  constexpr word infinity = 0x7f800000;
  const auto m = static_cast<word>(mantissa_bits(row)), first = static_cast<word>(127 + min_exponent(row));
  const word magnitude = bits & 0x7fffffff, negative = bits >> 31, field = magnitude >> 23;
  const word sign = !is_signed(row) && p.negative == negative_rule::magnitude ? 0 : negative;

  // The significand with its leading bit at 30, or lower where the result is subnormal: the cut is always in one place.
  const word raised = field > first ? field : first, below = raised - field, drop = below < 7 ? below : 7;
  const bool nearest = p.round == rounding::nearest_even || p.round == rounding::nearest_away;
  const word hidden = nearest || magnitude != 0 ? 0x40000000 : 0; // to nearest, a zero's would not be seen
  const word significand = (((bits << 7) & 0x3fffff80) | hidden) >> drop, cut = 30 - m;
  const word increment = rounding_increment<word>(p, sign, significand, 0, cut, 0);
  word result = ((significand + increment) >> cut) + ((raised - first) << m);

  const word largest = max_magnitude(row);
  const bool saturates = p.saturate != saturation::none, overflows = !saturates && result > largest;
  if (saturates) result = result < largest ? result : largest;
  const encoded<word> finite{signed_code(row, p, sign, result, overflows), status::none};
  word code = not_below_zero(row, p, negative != 0 && magnitude != 0, finite).code;
  // An infinity overflows as any large number does, unless the policy sets it apart.
  if (!nearest || p.saturate == saturation::finite_only)
    code = magnitude == infinity ? round_infinity<word>(row, p, negative).code : code;
  const word payload = (bits & 0x7fffff) >> (23 - m);
  code = magnitude > infinity ? round_nan<word>(row, p, negative, payload, false).code : code;
  return code << row.box_shift;
}

} // namespace fpcheck
