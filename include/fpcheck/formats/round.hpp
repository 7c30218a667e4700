#pragma once
#include <fpcheck/formats/format.hpp>
#include <fpcheck/formats/policy.hpp>
#include <fpcheck/formats/status.hpp>

namespace fpcheck {

/// The signed integer as wide as the unsigned `Word`, so that a loop over elements keeps lanes of one width.
template <class Word>
struct signed_word;
template <>
struct signed_word<std::uint32_t> {
  using type = std::int32_t;
};
template <>
struct signed_word<std::uint64_t> {
  using type = std::int64_t;
};

/// A real number on its way to a format: (-1)^sign * significand * 2^(exponent - Point).
/// A significand whose low bit stands for "and something smaller" (jammed) rounds like the number it stands for.
template <class Word, int Point>
struct unrounded {
  Word sign = 0;        ///< 0 or 1
  Word significand = 0; ///< below 2^(Point + 1)
  typename signed_word<Word>::type exponent = 0;
};

/// The form that all wide sources and all exact results take: bit 60 leads, the low bit may be jammed.
using unrounded64 = unrounded<std::uint64_t, 60>;
/// The form of binary32 sources on the vectorised path.
using unrounded32 = unrounded<std::uint32_t, 23>;

/// `x` shifted right, with every lost bit kept in the low bit.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr Word shift_right_jam(Word x, int by) noexcept {
  constexpr int width = static_cast<int>(sizeof(Word) * 8);
  if (by >= width) return x != 0;
  return (x >> by) | static_cast<Word>((x & ((Word{1} << by) - 1)) != 0);
}

/// What stochastic rounding adds to a significand of which `shift` bits are discarded.
/// Source: P3109 interim report, StochasticA, StochasticB and StochasticC.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t
stochastic_increment(const policy& p, std::uint64_t significand, std::uint64_t shift, std::uint32_t random) noexcept {
  const bool b = p.stochastic == stochastic_rule::b;
  const std::uint64_t count = p.stochastic_bits + (b ? 1u : 0u);
  const std::uint64_t drawn = random & ((std::uint32_t{1} << p.stochastic_bits) - 1);
  const std::uint64_t r = b ? 2 * drawn + 1 : drawn;
  const std::uint64_t below = shift > count ? shift - count : 0; // discarded bits that no random bit meets
  const std::uint64_t above = shift > count ? 0 : count - shift;
  const std::uint64_t aligned = (r << below) >> above;
  if (p.stochastic != stochastic_rule::c) return aligned;
  const std::uint64_t half = (std::uint64_t{1} << below) >> 1;
  const std::uint64_t to_even = below == 0 ? 0 : half - 1 + ((significand >> below) & 1);
  return aligned + to_even;
}

/// What is added to `significand` before its low `shift` bits are cut off; `base` makes its parity that of the code.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr Word rounding_increment(const policy& p, Word sign, Word significand, Word base,
                                                            Word shift, std::uint32_t random) noexcept {
  const Word mask = (Word{1} << shift) - 1;
  const Word half = Word{1} << (shift - 1);
  const Word odd = ((significand >> shift) + base) & 1;
  switch (p.round) {
  case rounding::nearest_even:
    return half - 1 + odd;
  case rounding::nearest_away:
    return half;
  case rounding::toward_zero:
    return 0;
  case rounding::upward:
    return mask & (sign - 1);
  case rounding::downward:
    return mask & (Word{0} - sign);
  case rounding::to_odd:
    return mask & (odd - 1);
  case rounding::stochastic:
    return static_cast<Word>(stochastic_increment(p, significand, shift, random));
  }
  return 0;
}

/// Whether an overflow with this rounding and sign stops at the largest finite number.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr bool stops_at_max(const policy& p, Word sign) noexcept {
  if (p.overflow == overflow_rule::always) return false;
  switch (p.round) {
  case rounding::toward_zero:
  case rounding::to_odd:
    return true;
  case rounding::upward:
    return sign != 0;
  case rounding::downward:
    return sign == 0;
  default:
    return false;
  }
}

/// The code of an infinite result of sign `sign`, by the policy.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr Word infinite_code(const format_row& row, const policy& p, Word sign) noexcept {
  const Word signed_bit = sign << (row.bits - 1);
  if (has_infinity(row)) return Word{infinity_magnitude(row)} | signed_bit;
  if (!has_nan(row) || p.without_infinity == no_infinity::max) return Word{max_magnitude(row)} | signed_bit;
  return nan_is_negative_zero(row) ? Word{sign_mask(row)} : Word{magnitude_mask(row)} | signed_bit;
}

/// The code that a NaN becomes; `payload` holds the leading mantissa_bits(row) bits of the source's payload.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr Word nan_code(const format_row& row, const policy& p, Word sign,
                                                  Word payload) noexcept {
  const Word signed_bit = is_signed(row) ? sign << (row.bits - 1) : 0;
  if (!has_nan(row)) {
    if (p.without_nan == no_nan::positive_max) return max_magnitude(row);
    return p.without_nan == no_nan::negative_zero ? sign_mask(row) : 0;
  }
  if (nan_is_negative_zero(row)) return sign_mask(row);
  const Word quiet = quiet_nan_code(row);
  switch (p.nan) {
  case nan_rule::quiet:
    return quiet | signed_bit;
  case nan_rule::positive:
    return magnitude_mask(row);
  case nan_rule::all_ones:
    return Word{magnitude_mask(row)} | signed_bit;
  case nan_rule::payload:
    return quiet | payload | signed_bit;
  }
  return quiet;
}

/// Whether a number that rounded to the code of the smallest normal number, or below it, is tiny: its rounding with
/// unbounded exponent stays below the smallest normal number.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr bool tiny_after_rounding(const format_row& row, const policy& p, Word sign,
                                                             Word significand, Word shift, Word rounded,
                                                             std::uint32_t random) noexcept {
  const Word min_normal = Word{1} << mantissa_bits(row);
  if (rounded != min_normal) return rounded < min_normal;
  const Word finer = shift - 1;
  const Word increment = rounding_increment<Word>(p, sign, significand, 0, finer, random);
  return ((significand + increment) >> finer) < 2 * min_normal;
}

/// The code of a rounded magnitude, with its sign and what the policy makes of an overflow.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr Word signed_code(const format_row& row, const policy& p, Word sign, Word magnitude,
                                                     bool overflows) noexcept {
  const bool keeps_sign = has_negative_zero(row) || (is_signed(row) && magnitude != 0);
  const Word code = magnitude | (keeps_sign ? sign << (row.bits - 1) : 0);
  const bool at_max = p.saturate != saturation::none || stops_at_max(p, sign);
  const Word signed_max = Word{max_magnitude(row)} | (is_signed(row) ? sign << (row.bits - 1) : 0);
  const Word beyond = at_max ? signed_max : infinite_code(row, p, is_signed(row) ? sign : 0);
  return overflows ? beyond : code;
}

/// `out`, or what the policy makes of a number below zero in a format without sign.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Word> not_below_zero(const format_row& row, const policy& p, bool negative,
                                                                 encoded<Word> out) noexcept {
  if (is_signed(row) || p.negative == negative_rule::magnitude) return out;
  const Word instead = p.negative == negative_rule::zero ? 0 : nan_code<Word>(row, p, 0, 0);
  return {negative ? instead : out.code, negative ? status::invalid : out.flags};
}

/// The one rounding body: the code (not yet shifted into its box) of a finite number, rounded once.
/// Requires: the leading bit of the significand at Point, or an exponent not above min_exponent(row).
template <int Point, class Word>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Word>
round_finite(const format_row& row, const policy& p, unrounded<Word, Point> x, std::uint32_t random) noexcept {
  using integer = typename signed_word<Word>::type;
  constexpr Word widest = sizeof(Word) * 8 - 1;
  const Word m = static_cast<Word>(mantissa_bits(row));
  const integer above = x.exponent - min_exponent(row);
  const Word base = static_cast<Word>(above > 0 ? above : 0);
  const Word wanted = static_cast<Word>(Point) - m + static_cast<Word>(above < 0 ? -above : 0);
  const Word shift = wanted < widest ? wanted : widest; // beyond it every rounding but the stochastic one is the same
  if (p.round == rounding::stochastic) {
    const Word excess = wanted - shift < widest ? wanted - shift : widest;
    const Word kept = x.significand >> excess;
    x.significand = kept | static_cast<Word>(kept << excess != x.significand);
  }
  // A format without sign: the magnitude is what gets rounded, if the policy says so.
  const Word sign = !is_signed(row) && p.negative == negative_rule::magnitude ? 0 : x.sign;
  const Word parity_base = m == 0 ? base + (has_zero(row) ? 0 : 1) : 0;
  const Word increment = rounding_increment<Word>(p, sign, x.significand, parity_base, shift, random);
  const bool inexact = (x.significand & ((Word{1} << shift) - 1)) != 0;

  Word magnitude = ((x.significand + increment) >> shift) + (base << m);
  const bool lost = !has_zero(row) && magnitude == 0; // a scale format has no code for what rounded to zero
  if (!has_zero(row)) magnitude = lost ? 0 : magnitude - 1;
  const bool tiny = has_zero(row) && above < static_cast<integer>(1) && x.significand != 0 &&
                    tiny_after_rounding(row, p, sign, x.significand, shift, magnitude, random);
  const bool flush = (p.subnormal == subnormals::flush_output || p.subnormal == subnormals::flush_both) && tiny;
  magnitude = flush ? 0 : magnitude;
  const bool overflows = magnitude > max_magnitude(row);

  Word code = signed_code(row, p, sign, magnitude, overflows);
  if (!has_zero(row) && p.without_zero == no_zero::nan) code = lost ? magnitude_mask(row) : code;
  status flags = inexact || flush || overflows || lost ? status::inexact : status::none;
  flags = flags | (overflows ? status::overflow : status::none);
  flags = flags | (flush || lost || (tiny && inexact) ? status::underflow : status::none);
  return not_below_zero(row, p, sign != 0 && x.significand != 0, encoded<Word>{code, flags});
}

/// The code of an infinity of sign `sign`.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Word> round_infinity(const format_row& row, const policy& p,
                                                                 Word sign) noexcept {
  if (!is_signed(row) && sign != 0 && p.negative != negative_rule::magnitude)
    return {p.negative == negative_rule::zero ? 0 : nan_code<Word>(row, p, 0, 0), status::invalid};
  const Word s = is_signed(row) ? sign : 0;
  const bool exact = has_infinity(row) && p.saturate != saturation::finite;
  const Word finite = Word{max_magnitude(row)} | (s << (row.bits - 1));
  return {p.saturate == saturation::finite ? finite : infinite_code(row, p, s),
          exact ? status::none : status::overflow | status::inexact};
}

/// The code that a NaN becomes, with the status: invalid if it signalled or the format cannot hold it.
template <class Word>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<Word> round_nan(const format_row& row, const policy& p, Word sign,
                                                            Word payload, bool signalling) noexcept {
  return {nan_code<Word>(row, p, sign, payload), signalling || !has_nan(row) ? status::invalid : status::none};
}

} // namespace fpcheck
