#pragma once
#include <fpcheck/formats/status.hpp>
#include <fpcheck/formats/tags.hpp>

namespace fpcheck {

/// Whether every value of the format is a binary32 number and `decode_bits32` knows how to make it.
FPCHECK_HD FPCHECK_INLINE constexpr bool fits_binary32(const format_row& row) noexcept {
  const int top =
      static_cast<int>(max_magnitude(row) >> mantissa_bits(row)) + min_exponent(row) - (has_zero(row) ? 1 : 0);
  const bool same_exponents = row.specials == special_codes::ieee && row.bias == 127 && row.exponent_bits == 8;
  const bool scale = !has_zero(row) && min_exponent(row) >= -127;
  return row.precision <= 24 && top <= 127 &&
         (same_exponents || scale || min_exponent(row) - mantissa_bits(row) >= -126);
}

namespace detail {
/// The code of the integer `x`, below 2^(precision of Word's format): exact, so no mode of the machine touches it.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t exact_code(std::uint32_t x) noexcept {
  return bits_of(static_cast<float>(static_cast<std::int32_t>(x)));
}
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t exact_code(std::uint64_t x) noexcept {
  return bits_of(static_cast<double>(static_cast<std::int64_t>(x)));
}

/// Decodes with a target of `Mantissa` stored bits and bias `Bias`.
template <class Word, int Mantissa, int Bias>
FPCHECK_HD FPCHECK_INLINE constexpr Word decode_into(const format_row& row, std::uint32_t boxed) noexcept {
  constexpr int top_bit = sizeof(Word) * 8 - 1;
  constexpr Word infinity = Word{2 * Bias + 1} << Mantissa;
  constexpr Word quiet_nan = infinity | (Word{1} << (Mantissa - 1));
  const int m = mantissa_bits(row);
  const std::uint32_t code = (boxed >> row.box_shift) & code_mask(row);
  const Word magnitude = code & magnitude_mask(row);
  const Word sign = is_signed(row) ? Word{code >> (row.bits - 1)} << top_bit : 0;
  const bool same_exponents =
      row.specials == special_codes::ieee && row.bias == Bias && row.exponent_bits == (Bias == 127 ? 8 : 11);
  if (same_exponents) return (magnitude << (Mantissa - m)) | sign;
  const Word offset = static_cast<Word>(Bias + min_exponent(row) - (has_zero(row) ? 1 : 0)) << Mantissa;
  const Word normal = (magnitude << (Mantissa - m)) + offset;
  const Word lowest = Word{1} << (Mantissa - 1); // 2^-127, the one scale that is subnormal in binary32
  if (!has_zero(row)) {
    return pick(magnitude > max_magnitude(row), quiet_nan, pick(normal == 0, lowest, normal));
  }
  const Word scale = static_cast<Word>(min_exponent(row) - m) << Mantissa; // modulo 2^width: may be negative
  const Word scaled = exact_code(magnitude) + scale;
  const Word subnormal = pick<Word>(magnitude == 0, 0, scaled);
  Word out = pick(magnitude < (Word{1} << m), subnormal, normal);
  if (has_infinity(row)) out = pick(magnitude == infinity_magnitude(row), infinity, out);
  if (row.specials == special_codes::ieee) {
    const Word payload = (magnitude << (Mantissa - m)) & ((Word{1} << Mantissa) - 1);
    out = pick(magnitude > infinity_magnitude(row), infinity | payload, out);
  } else if (has_nan(row)) {
    if (nan_is_negative_zero(row)) return pick(code == sign_mask(row), quiet_nan, out | sign);
    out = pick(magnitude > max_magnitude(row) + (has_infinity(row) ? 1u : 0u), quiet_nan, out);
  }
  return out | sign;
}
} // namespace detail

/// The binary64 code of the value of `code`, exact. A NaN keeps its sign, and its payload in an IEEE format.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t decode_bits64(const format_row& row, std::uint32_t code) noexcept {
  return detail::decode_into<std::uint64_t, 52, 1023>(row, code);
}

/// The binary32 code of the value of `code`, exact. Requires: fits_binary32(row).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t decode_bits32(const format_row& row, std::uint32_t code) noexcept {
  return detail::decode_into<std::uint32_t, 23, 127>(row, code);
}

/// The value of the stored code `code` of the format `row`.
FPCHECK_HD FPCHECK_INLINE constexpr double decode_double(const format_row& row, std::uint32_t code) noexcept {
  return bit_cast<double>(decode_bits64(row, code));
}
/// The value of the stored code `code` of the format `Tag`.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr double decode_double(code_type<Tag> code) noexcept {
  return decode_double(row_of<Tag>(), code);
}
/// The value of the stored code `code` of the format `Tag`.
template <class Tag>
requires(fits_binary32(Tag::row)) FPCHECK_HD FPCHECK_INLINE constexpr float decode(code_type<Tag> code) noexcept {
  return bit_cast<float>(decode_bits32(row_of<Tag>(), code));
}
template <class Tag>
requires(!fits_binary32(Tag::row)) FPCHECK_HD FPCHECK_INLINE constexpr double decode(code_type<Tag> code) noexcept {
  return decode_double(row_of<Tag>(), code);
}

} // namespace fpcheck
