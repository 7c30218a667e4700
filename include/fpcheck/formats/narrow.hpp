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
  word code = not_below_zero(row, p, bits > 0x80000000, finite).code; // one comparison: with two, compilers make a jump
  // An infinity overflows as any large number does, unless the policy sets it apart.
  if (!nearest || p.saturate == saturation::finite_only)
    code = magnitude == infinity ? round_infinity<word>(row, p, negative).code : code;
  const word payload = (bits & 0x7fffff) >> (23 - m);
  code = magnitude > infinity ? round_nan<word>(row, p, negative, payload, false).code : code;
  return code << row.box_shift;
}

/// Whether `encode_half` serves: signed formats of at most 16 bits, to nearest.
FPCHECK_HD FPCHECK_INLINE constexpr bool encodes_in_halves(const format_row& row, const policy& p) noexcept {
  const bool nearest = p.round == rounding::nearest_even || p.round == rounding::nearest_away;
  return encodes_narrowly(row, p) && nearest && is_signed(row) && row.bits + row.box_shift <= 16;
}

namespace detail {

/// The upper half of a binary32 code. What the lower half holds is jammed into bits that no rounding to 1 + m bits tells apart:
/// any of them will do, and the least of two words is one instruction.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint16_t jammed_half(std::uint32_t bits, int m) noexcept {
  using word = std::uint16_t;
  const word low = static_cast<word>(bits), high = static_cast<word>(bits >> 16), most = static_cast<word>((1 << (6 - m)) - 1);
  return static_cast<word>(high | (low < most ? low : most));
}

/// One of two codes that differ in the sign bit or not at all.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint16_t by_sign(std::uint32_t plus, std::uint32_t minus, std::uint16_t sign_bit) noexcept {
  return static_cast<std::uint16_t>(plus | static_cast<std::uint16_t>((plus ^ minus) & sign_bit));
}

} // namespace detail

/// encode_bits(row, bits, p).code, with words of 16 bits: twice as many in a vector, where each can be shifted by its own amount
/// (AVX-512). What the policy makes of either sign is asked for before, and every step is cast back: compilers that once see a
/// wider word, or a jump, stay with vectors of wide ones. Requires: encodes_in_halves(row, p).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t encode_half(const format_row& row, std::uint32_t source,
                                                              const policy& p) noexcept {
  using word = std::uint16_t;
  using wide = std::uint32_t;
  constexpr word infinity = 0x7f80;
  const int m = mantissa_bits(row), cut = 14 - m;
  const word bits = detail::jammed_half(source, m), magnitude = bits & 0x7fff, first = static_cast<word>(127 + min_exponent(row));
  const word sign_bit = static_cast<word>((bits & 0x8000) >> (16 - row.bits));

  // As in encode_narrow, the leading bit at 14.
  const word field = static_cast<word>(magnitude >> 7), raised = field > first ? field : first;
  const word below = static_cast<word>(raised - field), drop = below < 7 ? below : word{7};
  const word whole = static_cast<word>((static_cast<word>(bits << 7) & 0x3f80) | 0x4000), significand = static_cast<word>(whole >> drop);
  const wide for_even = rounding_increment<wide>(p, 0, 0, 0, static_cast<wide>(cut), 0);
  const wide for_odd = rounding_increment<wide>(p, 0, wide{1} << cut, 0, static_cast<wide>(cut), 0);
  const word odd = static_cast<word>(static_cast<word>(significand >> cut) & static_cast<word>(for_odd - for_even));
  const word sum = static_cast<word>(static_cast<word>(significand + static_cast<word>(for_even)) + odd);
  const word steps = static_cast<word>(raised - first);
  word result = static_cast<word>(static_cast<word>(sum >> cut) + static_cast<word>(steps << m));

  const word largest = static_cast<word>(max_magnitude(row));
  const bool saturates = p.saturate != saturation::none;
  if (saturates) result = result < largest ? result : largest;
  word code = static_cast<word>(result | (has_negative_zero(row) || result != 0 ? sign_bit : word{0}));
  const word beyond = detail::by_sign(signed_code<wide>(row, p, 0, 0, true), signed_code<wide>(row, p, 1, 0, true), sign_bit);
  if (!saturates) code = result > largest ? beyond : code;
  if (p.saturate == saturation::finite_only)
    code = magnitude == infinity ? detail::by_sign(round_infinity<wide>(row, p, 0).code, round_infinity<wide>(row, p, 1).code, sign_bit) : code;

  const wide nan = round_nan<wide>(row, p, 0, 0, false).code, shown = nan ^ round_nan<wide>(row, p, 0, (wide{1} << m) - 1, false).code;
  const word payload = static_cast<word>((static_cast<word>(bits & 0x7f) >> (7 - m)) & shown);
  const word not_a_number = static_cast<word>(detail::by_sign(nan, round_nan<wide>(row, p, 1, 0, false).code, sign_bit) | payload);
  const word all = magnitude > infinity ? static_cast<word>(code_mask(row)) : word{0}, none = static_cast<word>(~all);
  code = static_cast<word>(static_cast<word>(code | all) & static_cast<word>(not_a_number | none));
  return static_cast<word>(code << row.box_shift);
}

} // namespace fpcheck
