#pragma once
#include <fpcheck/formats/round.hpp>
#include <fpcheck/formats/tags.hpp>

#include <type_traits>

namespace fpcheck {

/// Where the fields of a binary32 code (`std::uint32_t`) or binary64 code (`std::uint64_t`) are.
template <class Word>
struct source_layout;
template <>
struct source_layout<std::uint32_t> {
  static constexpr int mantissa = 23;
  static constexpr int bias = 127;
};
template <>
struct source_layout<std::uint64_t> {
  static constexpr int mantissa = 52;
  static constexpr int bias = 1023;
};

/// The fields of a source code. All members are words: a loop over elements vectorises only without mixed widths.
template <class Source>
struct source_fields {
  Source sign;
  Source significand; ///< with the hidden bit
  Source exponent;    ///< field, at least 1
  Source magnitude;   ///< all but the sign
};

template <class Source>
FPCHECK_HD FPCHECK_INLINE constexpr source_fields<Source> split_source(Source bits, const policy& p) noexcept {
  constexpr int m = source_layout<Source>::mantissa;
  const Source magnitude = bits & (~Source{0} >> 1);
  const Source field = magnitude >> m, exponent = field > 1 ? field : 1;
  // One step of the exponent adds what the hidden bit stands for: what is left counts from the step below.
  const Source significand = magnitude - (exponent << m) + (Source{1} << m);
  const bool flush = p.subnormal == subnormals::flush_input || p.subnormal == subnormals::flush_both;
  return {bits >> (sizeof(Source) * 8 - 1), flush && field == 0 ? 0 : significand, exponent, magnitude};
}

/// `x` with the leading bit of its significand at the point; zero gets an exponent below every format's.
FPCHECK_HD FPCHECK_INLINE constexpr unrounded64 normalised(unrounded64 x) noexcept {
  const int up = count_leading_zeros(x.significand) - 3;
  const bool zero = x.significand == 0;
  return {x.sign, zero ? 0 : x.significand << (zero ? 0 : up), zero ? -4096 : x.exponent - up};
}

/// Whether binary32 sources reach the format `row` with 32-bit arithmetic only.
FPCHECK_HD FPCHECK_INLINE constexpr bool rounds_in_32_bits(const format_row& row, const policy& p) noexcept {
  return p.round != rounding::stochastic && row.precision <= 22 && min_exponent(row) >= -126 && has_zero(row);
}

/// Encodes a binary32 or binary64 code with arithmetic in `Word`.
template <class Word, int Point, class Source>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Word> encode_through(const format_row& row, const policy& p, Source bits,
                                                                 std::uint32_t random) noexcept {
  constexpr int m = source_layout<Source>::mantissa;
  constexpr Source infinity = ((~Source{0} >> 1) >> m) << m;
  const source_fields<Source> f = split_source(bits, p);
  unrounded<Word, Point> x{static_cast<Word>(f.sign), static_cast<Word>(f.significand) << (Point - m),
                           static_cast<typename signed_word<Word>::type>(f.exponent) - source_layout<Source>::bias};
  if constexpr (Point == 60)
    if (min_exponent(row) < 1 - source_layout<Source>::bias) x = normalised(x);
  encoded<Word> out = round_finite<Point, Word>(row, p, x, random);
  const encoded<Word> infinite = round_infinity<Word>(row, p, x.sign);
  const Word payload = (x.significand & ((Word{1} << Point) - 1)) >> (Point - mantissa_bits(row));
  const bool quiet = ((bits >> (m - 1)) & 1) != 0;
  const encoded<Word> nan = round_nan<Word>(row, p, x.sign, payload, !quiet);
  const bool unbounded = f.magnitude == infinity, not_a_number = f.magnitude > infinity;
  out = {unbounded ? infinite.code : out.code, unbounded ? infinite.flags : out.flags};
  out = {not_a_number ? nan.code : out.code, not_a_number ? nan.flags : out.flags};
  return {out.code << row.box_shift, out.flags};
}

/// The code in the format `row` of the number with the binary32 code `bits`, rounded once. `random` is read by
/// stochastic rounding only, its low p.stochastic_bits bits.
FPCHECK_HD FPCHECK_INLINE constexpr encoded<std::uint32_t>
encode_bits(const format_row& row, std::uint32_t bits, const policy& p, std::uint32_t random = 0) noexcept {
  if (rounds_in_32_bits(row, p)) return encode_through<std::uint32_t, 23>(row, p, bits, random);
  const encoded<std::uint64_t> wide = encode_through<std::uint64_t, 60>(row, p, bits, random);
  return {static_cast<std::uint32_t>(wide.code), wide.flags};
}

/// The same from a binary64 code.
FPCHECK_HD FPCHECK_INLINE constexpr encoded<std::uint32_t>
encode_bits(const format_row& row, std::uint64_t bits, const policy& p, std::uint32_t random = 0) noexcept {
  const encoded<std::uint64_t> wide = encode_through<std::uint64_t, 60>(row, p, bits, random);
  return {static_cast<std::uint32_t>(wide.code), wide.flags};
}

/// The code of an exact (or jammed) finite result.
FPCHECK_HD FPCHECK_INLINE constexpr encoded<std::uint32_t>
encode_unrounded(const format_row& row, unrounded64 x, const policy& p, std::uint32_t random = 0) noexcept {
  const encoded<std::uint64_t> wide = round_finite<60, std::uint64_t>(row, p, normalised(x), random);
  return {static_cast<std::uint32_t>(wide.code << row.box_shift), wide.flags};
}

/// The code of the integer (-1)^sign * magnitude, rounded once.
FPCHECK_HD FPCHECK_INLINE constexpr encoded<std::uint32_t> encode_integer(const format_row& row, std::uint64_t sign,
                                                                          std::uint64_t magnitude, const policy& p,
                                                                          std::uint32_t random = 0) noexcept {
  const int lead = magnitude == 0 ? 0 : count_leading_zeros(magnitude);
  return encode_unrounded(row, {sign, shift_right_jam(magnitude << lead, 3), 63 - lead}, p, random);
}

namespace detail {
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> narrowed(encoded<std::uint32_t> wide) noexcept {
  return {static_cast<code_type<Tag>>(wide.code), wide.flags};
}
} // namespace detail

/// The code in the format `Tag` of the number with the binary32 code `bits`, rounded once, and the status.
/// Proved: CVT-1
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> encode_bits(std::uint32_t bits, const policy& p = {},
                                                                        std::uint32_t random = 0) noexcept {
  return detail::narrowed<Tag>(encode_bits(row_of<Tag>(), bits, p, random));
}
/// The same from a binary64 code. Proved: CVT-1
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> encode_bits(std::uint64_t bits, const policy& p = {},
                                                                        std::uint32_t random = 0) noexcept {
  return detail::narrowed<Tag>(encode_bits(row_of<Tag>(), bits, p, random));
}
/// The code of `x` in the format `Tag`, rounded once, and the status.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> encode(float x, const policy& p = {},
                                                                   std::uint32_t random = 0) noexcept {
  return encode_bits<Tag>(bits_of(x), p, random);
}
/// The code of `x` in the format `Tag`, rounded once, and the status.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> encode(double x, const policy& p = {},
                                                                   std::uint32_t random = 0) noexcept {
  return encode_bits<Tag>(bits_of(x), p, random);
}
/// The code of the integer `x` in the format `Tag`, rounded once, and the status.
template <class Tag, class Integer>
requires(std::is_integral_v<Integer>&& std::is_signed_v<Integer>) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> encode(Integer x, const policy& p = {}, std::uint32_t random = 0) noexcept {
  const auto value = static_cast<std::uint64_t>(static_cast<std::int64_t>(x));
  const std::uint64_t sign = value >> 63;
  return detail::narrowed<Tag>(encode_integer(row_of<Tag>(), sign, sign != 0 ? 0 - value : value, p, random));
}
/// The code of the integer `x` in the format `Tag`, rounded once, and the status.
template <class Tag, class Integer>
requires(std::is_integral_v<Integer> && !std::is_signed_v<Integer>) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> encode(Integer x, const policy& p = {}, std::uint32_t random = 0) noexcept {
  return detail::narrowed<Tag>(encode_integer(row_of<Tag>(), 0, x, p, random));
}

} // namespace fpcheck
