#pragma once
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/operand.hpp>

/// Arithmetic with integers only: each result is found exactly, or with everything below its low bit kept in that bit
/// (jammed), and rounded once.
/// NaN: the first NaN operand is converted by the policy; an invalid operation gives the policy's NaN without payload.
namespace fpcheck {

namespace detail {

using wide_code = encoded<std::uint32_t>;

/// The result of an operation with a NaN among `a`, `b`, `c`, in this order; invalid if one signals.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code propagated(const format_row& row, const policy& p, const operand& a,
                                                         const operand& b, const operand& c) noexcept {
  const std::uint32_t sign = pick(a.is_nan != 0, a.sign, pick(b.is_nan != 0, b.sign, c.sign));
  const std::uint32_t payload = pick(a.is_nan != 0, a.payload, pick(b.is_nan != 0, b.payload, c.payload));
  const bool signals = (a.is_signalling | b.is_signalling | c.is_signalling) != 0;
  return round_nan<std::uint32_t>(row, p, sign, payload & ((std::uint32_t{1} << mantissa_bits(row)) - 1), signals);
}

/// The result of an invalid operation.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code invalid(const format_row& row, const policy& p) noexcept {
  return round_nan<std::uint32_t>(row, p, 0, 0, true);
}

/// The code of an exact infinity: no flag, unless the format has none.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code infinite(const format_row& row, const policy& p,
                                                       std::uint32_t sign) noexcept {
  return round_infinity<std::uint32_t>(row, p, sign);
}

/// Rounds a 64-bit result of any magnitude below 2^63.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code round64(const format_row& row, const policy& p, std::uint64_t sign,
                                                      std::uint64_t significand, std::int64_t exponent,
                                                      std::uint32_t random) noexcept {
  const bool carry = (significand >> 61) != 0;
  const unrounded64 x{sign, carry ? shift_right_jam(significand, 2) : significand, carry ? exponent + 2 : exponent};
  const encoded<std::uint64_t> out = round_finite<60, std::uint64_t>(row, p, normalised(x), random);
  return {static_cast<std::uint32_t>(out.code), out.flags};
}

/// |a| >= |b| for the finite parts.
FPCHECK_HD FPCHECK_INLINE constexpr bool not_below(const operand& a, const operand& b) noexcept {
  return either(a.exponent > b.exponent, both(a.exponent == b.exponent, a.significand >= b.significand));
}

/// The sign of an exact zero sum of terms of unlike sign.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t cancelled_sign(const policy& p) noexcept {
  return p.round == rounding::downward ? 1 : 0;
}

/// a + b for finite operands with |a| >= |b|, in 32-bit arithmetic. Six bits below binary32's last one hold guard and
/// sticky bits; a sum that cancels by more than one bit has lost none.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add_ordered(const format_row& row, const policy& p, const operand& a,
                                                          const operand& b) noexcept {
  const std::uint32_t big = a.significand << 5, small = b.significand << 5;
  const std::int32_t apart = a.exponent - b.exponent;
  const std::uint32_t shift = static_cast<std::uint32_t>(apart < 31 ? apart : 31);
  const std::uint32_t kept = small >> shift;
  const std::uint32_t aligned = kept | static_cast<std::uint32_t>(kept << shift != small);
  const std::uint32_t opposed = 0 - (a.sign ^ b.sign);
  const std::uint32_t sum = big + (aligned ^ opposed) - opposed;
  const std::uint32_t zero = static_cast<std::uint32_t>(sum == 0);
  // A cancelled sum is +0, or -0 rounding down; otherwise the larger term's sign holds.
  const std::uint32_t sign = pick(both(sum == 0, opposed != 0), cancelled_sign(p), a.sign);
  // Point 29 leaves room for the carry; the sum's leading bit is brought there, its exponent follows. A zero needs an
  // exponent low enough that no unit is left to round up to.
  const auto up = static_cast<std::uint32_t>(29 - leading_bit(sum | zero));
  const std::int32_t led = a.exponent + 1 - static_cast<std::int32_t>(up) - static_cast<std::int32_t>(zero << 12);
  const unrounded<std::uint32_t, 29> x{sign, sum << up, led};
  const encoded<std::uint32_t> out = round_finite<29, std::uint32_t>(row, p, x, 0);
  return {out.code, out.flags};
}

/// The same with 60 bits, for stochastic rounding and formats without zero.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add_finite64(const format_row& row, const policy& p, const operand& a,
                                                           const operand& b, std::uint32_t random) noexcept {
  const bool ordered = not_below(a, b);
  const operand& larger = ordered ? a : b;
  const operand& smaller = ordered ? b : a;
  const std::uint64_t big = std::uint64_t{larger.significand} << 36;
  const std::uint64_t small =
      shift_right_jam(std::uint64_t{smaller.significand} << 36, larger.exponent - smaller.exponent);
  const std::uint64_t sum = a.sign == b.sign ? big + small : big - small;
  const std::uint32_t sign = sum == 0 ? (a.sign == b.sign ? a.sign : cancelled_sign(p)) : larger.sign;
  return round64(row, p, sign, sum, larger.exponent + 1, random);
}

/// a + b, b's sign flipped if `flip` is 1. Arguments are stored codes.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add(const format_row& row, const policy& p, std::uint32_t code_a,
                                                  std::uint32_t code_b, std::uint32_t flip,
                                                  std::uint32_t random) noexcept {
  const operand a = take_apart(row, code_a, p), b = take_apart(row, code_b, p);
  const std::uint32_t sign = sign_mask(row) << row.box_shift, magnitude = magnitude_mask(row) << row.box_shift;
  const std::uint32_t other = code_b ^ (sign & (0 - (flip & ~b.is_nan))); // a NaN operand passes through unchanged
  // Ordered as codes, which is one comparison, before they are taken apart.
  const bool ordered = (code_a & magnitude) >= (other & magnitude);
  operand large = take_apart(row, pick(ordered, code_a, other), p);
  operand small = take_apart(row, pick(ordered, other, code_a), p);
  if (!is_signed(row)) { // a code that has no sign to flip
    large.sign = ordered ? 0 : flip;
    small.sign = ordered ? flip : 0;
  }
  wide_code out = p.round != rounding::stochastic && has_zero(row) ? add_ordered(row, p, large, small)
                                                                   : add_finite64(row, p, large, small, random);
  const bool opposed = (small.is_infinity & (large.sign ^ small.sign)) != 0; // the smaller is infinite: both are
  out = select(large.is_infinity != 0, infinite(row, p, large.sign), out);
  out = select(opposed, invalid(row, p), out);
  return select((a.is_nan | b.is_nan) != 0, propagated(row, p, a, b, b), out);
}

/// The product of finite normalised operands, with its leading bit at 46 or 47.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t product(const operand& a, const operand& b) noexcept {
  return std::uint64_t{a.significand} * b.significand;
}

/// Whether one of the operands is infinite and the other zero. An infinity's significand is never zero.
FPCHECK_HD FPCHECK_INLINE constexpr bool infinity_times_zero(const operand& a, const operand& b) noexcept {
  return both((a.is_infinity | b.is_infinity) != 0, either(a.significand == 0, b.significand == 0));
}

/// a * b. Requires: normalised operands.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code multiply(const format_row& row, const policy& p, const operand& a,
                                                       const operand& b, std::uint32_t random) noexcept {
  const std::uint32_t sign = a.sign ^ b.sign;
  const std::uint64_t exact = product(a, b);
  const std::int32_t exponent = a.exponent + b.exponent;
  wide_code out;
  if (p.round != rounding::stochastic && has_zero(row)) {
    // The 48 bits become 30 with a sticky bit: six more than any format that is the target here.
    const std::uint32_t lost = static_cast<std::uint32_t>((static_cast<std::uint32_t>(exact) & 0x3ffff) != 0);
    const std::uint32_t jammed = static_cast<std::uint32_t>(exact >> 18) | lost;
    const std::uint32_t high = jammed >> 29;
    const unrounded<std::uint32_t, 29> x{sign, jammed << (1 - high), exponent + static_cast<std::int32_t>(high)};
    out = round_finite<29, std::uint32_t>(row, p, x, 0);
  } else {
    out = round64(row, p, sign, exact << 13, exponent + 1, random);
  }
  out = select((a.is_infinity | b.is_infinity) != 0, infinite(row, p, sign), out);
  out = select(infinity_times_zero(a, b), invalid(row, p), out);
  return select((a.is_nan | b.is_nan) != 0, propagated(row, p, a, b, b), out);
}

/// a / b. Requires: normalised operands.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code divide(const format_row& row, const policy& p, const operand& a,
                                                     const operand& b, std::uint32_t random) noexcept {
  const std::uint32_t sign = a.sign ^ b.sign;
  if ((a.is_nan | b.is_nan) != 0) return propagated(row, p, a, b, b);
  const bool zero_a = a.significand == 0 && a.is_infinity == 0, zero_b = b.significand == 0 && b.is_infinity == 0;
  if ((a.is_infinity & b.is_infinity) != 0 || (zero_a && zero_b)) return invalid(row, p);
  if (a.is_infinity != 0) return infinite(row, p, sign);
  if (zero_b) {
    wide_code out = infinite(row, p, sign);
    out.flags = status::divide_by_zero;
    return out;
  }
  if (b.is_infinity != 0 || zero_a) return round64(row, p, sign, 0, 0, random);
  // 24 + 36 bits by 24 bits: a quotient of at least 36 bits.
  const std::uint64_t dividend = std::uint64_t{a.significand} << 36;
  const std::uint64_t quotient = dividend / b.significand;
  const std::uint64_t sticky = dividend % b.significand != 0 ? 1 : 0;
  return round64(row, p, sign, quotient << 1 | sticky, a.exponent - b.exponent + 60 - 37, random);
}

/// The largest integer whose square is not above `x`, below 2^62.
FPCHECK_HD constexpr std::uint64_t integer_sqrt(std::uint64_t x) noexcept {
  std::uint64_t root = 0;
  for (std::uint64_t bit = std::uint64_t{1} << 60; bit != 0; bit >>= 2) {
    const bool take = x >= root + bit;
    x = take ? x - (root + bit) : x;
    root = (root >> 1) + (take ? bit : 0);
  }
  return root;
}

/// The square root of a. Requires: a normalised operand.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code square_root(const format_row& row, const policy& p, const operand& a,
                                                          std::uint32_t random) noexcept {
  if (a.is_nan != 0) return propagated(row, p, a, a, a);
  if (a.significand == 0 && a.is_infinity == 0) return round64(row, p, a.sign, 0, 0, random);
  if (a.sign != 0) return invalid(row, p);
  if (a.is_infinity != 0) return infinite(row, p, 0);
  const std::int32_t odd = a.exponent & 1;
  const std::uint64_t radicand = std::uint64_t{a.significand} << (37 + odd); // leading bit at 60 or 61
  const std::uint64_t root = integer_sqrt(radicand);                         // leading bit at 30
  const std::uint64_t sticky = root * root != radicand ? 1 : 0;
  return round64(row, p, 0, root << 29 | sticky, (a.exponent - odd) / 2 + 1, random);
}

/// a * b + c, rounded once. Requires: normalised operands.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code fuse(const format_row& row, const policy& p, const operand& a,
                                                   const operand& b, const operand& c, std::uint32_t random) noexcept {
  const std::uint32_t sign = a.sign ^ b.sign;
  const std::uint64_t exact = product(a, b) << 13; // leading bit at 59 or 60, 13 empty bits below
  const bool high = (exact >> 60) != 0;
  const std::uint64_t term = exact << (high ? 0 : 1);
  const std::int32_t term_exponent = pick(term == 0, -8192, a.exponent + b.exponent + static_cast<std::int32_t>(high));
  const std::uint64_t addend = std::uint64_t{c.significand} << 37;
  const bool ordered = either(term_exponent > c.exponent, both(term_exponent == c.exponent, term >= addend));
  const std::int32_t exponent = pick(ordered, term_exponent, c.exponent);
  const std::int32_t apart = exponent - pick(ordered, c.exponent, term_exponent);
  const std::uint64_t big = pick(ordered, term, addend);
  const std::uint64_t small = shift_right_jam(pick(ordered, addend, term), apart < 63 ? apart : 63);
  const std::uint64_t sum = sign == c.sign ? big + small : big - small;
  const std::uint32_t zero_sign = pick(sign == c.sign, sign, cancelled_sign(p));
  const std::uint32_t sum_sign = pick(sum == 0, zero_sign, pick(ordered, sign, c.sign));
  wide_code out = round64(row, p, sum_sign, sum, exponent, random);
  const std::uint32_t unbounded = a.is_infinity | b.is_infinity;
  const bool opposed = (unbounded & c.is_infinity & (sign ^ c.sign)) != 0;
  out = select((unbounded | c.is_infinity) != 0, infinite(row, p, pick(unbounded != 0, sign, c.sign)), out);
  out = select(either(opposed, infinity_times_zero(a, b)), invalid(row, p), out);
  // 0 * inf + NaN raises nothing: IEEE 754 leaves it open, and the machines at hand do so.
  return select((a.is_nan | b.is_nan | c.is_nan) != 0, propagated(row, p, a, b, c), out);
}

/// Whether every product of two numbers of the format is a normal binary32 number or zero.
FPCHECK_HD FPCHECK_INLINE constexpr bool product_fits_binary32(const format_row& row) noexcept {
  const int top = static_cast<int>(max_magnitude(row) >> mantissa_bits(row)) + min_exponent(row) - 1;
  return has_zero(row) && row.precision <= 12 && 2 * (min_exponent(row) - mantissa_bits(row)) >= -126 &&
         2 * top + 1 <= 127;
}
/// Whether every sum of two numbers of the format is an integer of 24 bits in units of the smallest number.
FPCHECK_HD FPCHECK_INLINE constexpr bool sum_fits_binary32(const format_row& row) noexcept {
  const int top = static_cast<int>(max_magnitude(row) >> mantissa_bits(row)) - 1;
  return has_zero(row) && top + row.precision + 1 <= 24 && min_exponent(row) - mantissa_bits(row) >= -126;
}

/// A finite code as significand * 2^(shift + min_exponent - mantissa_bits).
struct small_number {
  std::uint32_t significand, shift;
};
FPCHECK_HD FPCHECK_INLINE constexpr small_number take_apart_small(const format_row& row,
                                                                  std::uint32_t stored) noexcept {
  const auto m = static_cast<std::uint32_t>(mantissa_bits(row));
  const std::uint32_t magnitude = (stored >> row.box_shift) & magnitude_mask(row), field = magnitude >> m;
  const std::uint32_t shift = (field > 1 ? field : 1) - 1;
  return {magnitude - (shift << m), shift}; // the hidden bit is what one step of the field adds
}

/// The code of (-1)^sign * integer * 2^exponent. Requires: integer below 2^24.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code round_small(const format_row& row, const policy& p, std::uint32_t sign,
                                                          std::uint32_t integer, std::int32_t exponent,
                                                          std::uint32_t random) noexcept {
  const std::uint32_t bits = exact_code(integer);
  const std::uint32_t significand = pick<std::uint32_t>(integer == 0, 0, (bits & 0x7fffff) | 0x800000);
  const std::int32_t lead = static_cast<std::int32_t>(bits >> 23) - 127 + exponent;
  if (p.round != rounding::stochastic) {
    const auto out = round_finite<23, std::uint32_t>(row, p, {sign, significand, lead}, random);
    return {out.code, out.flags};
  }
  return round64(row, p, sign, std::uint64_t{significand} << 37, lead, random);
}

/// a * b where the exact product is a binary32 number.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code multiply_small(const format_row& row, const policy& p,
                                                             std::uint32_t code_a, std::uint32_t code_b,
                                                             std::uint32_t random) noexcept {
  const operand a = take_apart(row, code_a, p), b = take_apart(row, code_b, p);
  const small_number x = take_apart_small(row, code_a), y = take_apart_small(row, code_b);
  const std::uint32_t sign = a.sign ^ b.sign;
  const bool flush = p.subnormal == subnormals::flush_input || p.subnormal == subnormals::flush_both;
  const std::uint32_t exact =
      flush ? (a.significand >> (23 - mantissa_bits(row))) * (b.significand >> (23 - mantissa_bits(row)))
            : x.significand * y.significand;
  const int exponent = 2 * (min_exponent(row) - mantissa_bits(row));
  wide_code out = round_small(row, p, sign, exact, static_cast<std::int32_t>(x.shift + y.shift) + exponent, random);
  if (has_infinity(row)) {
    out = select((a.is_infinity | b.is_infinity) != 0, infinite(row, p, sign), out);
    out = select(infinity_times_zero(a, b), invalid(row, p), out);
  }
  return has_nan(row) ? select((a.is_nan | b.is_nan) != 0, propagated(row, p, a, b, b), out) : out;
}

/// a + b, b's sign flipped if `flip` is 1, where the exact sum is a binary32 number: a sum of integers.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add_small(const format_row& row, const policy& p, std::uint32_t code_a,
                                                        std::uint32_t code_b, std::uint32_t flip,
                                                        std::uint32_t random) noexcept {
  const operand a = take_apart(row, code_a, p);
  operand b = take_apart(row, code_b, p);
  b.sign ^= flip & ~b.is_nan; // a NaN operand passes through unchanged
  const small_number x = take_apart_small(row, code_a), y = take_apart_small(row, code_b);
  const bool flush = p.subnormal == subnormals::flush_input || p.subnormal == subnormals::flush_both;
  const std::uint32_t fixed_x = flush && a.significand == 0 ? 0 : x.significand << x.shift;
  const std::uint32_t fixed_y = flush && b.significand == 0 ? 0 : y.significand << y.shift;
  const std::uint32_t sum = ((fixed_x ^ (0 - a.sign)) + a.sign) + ((fixed_y ^ (0 - b.sign)) + b.sign);
  const std::uint32_t negative = sum >> 31;
  const std::uint32_t magnitude = (sum ^ (0 - negative)) + negative;
  // A zero sum is negative if both terms are, or if it cancelled and rounds down.
  const std::uint32_t zero_sign = (a.sign & b.sign) | ((a.sign ^ b.sign) & cancelled_sign(p));
  const std::uint32_t sign = negative | (static_cast<std::uint32_t>(sum == 0) & zero_sign);
  wide_code out = round_small(row, p, sign, magnitude, min_exponent(row) - mantissa_bits(row), random);
  if (has_infinity(row)) {
    out = select((a.is_infinity | b.is_infinity) != 0, infinite(row, p, pick(a.is_infinity != 0, a.sign, b.sign)), out);
    out = select((a.is_infinity & b.is_infinity & (a.sign ^ b.sign)) != 0, invalid(row, p), out);
  }
  return has_nan(row) ? select((a.is_nan | b.is_nan) != 0, propagated(row, p, a, b, b), out) : out;
}

/// The operand as the multiplying operations want it: infinities keep a significand that is not zero.
FPCHECK_HD FPCHECK_INLINE constexpr operand factor(const format_row& row, std::uint32_t code,
                                                   const policy& p) noexcept {
  return normalised(take_apart(row, code, p));
}

template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> boxed(wide_code x) noexcept {
  return {static_cast<code_type<Tag>>(x.code << Tag::row.box_shift), x.flags};
}

} // namespace detail

/// a + b in the format `Tag`, rounded once, with its status. Arguments and result are stored codes.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> add(code_type<Tag> a, code_type<Tag> b, const policy& p = {},
                                          std::uint32_t random = 0) noexcept {
  if constexpr (detail::sum_fits_binary32(Tag::row))
    return detail::boxed<Tag>(detail::add_small(row_of<Tag>(), p, a, b, 0, random));
  return detail::boxed<Tag>(detail::add(row_of<Tag>(), p, a, b, 0, random));
}
/// a - b in the format `Tag`, rounded once, with its status.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> subtract(code_type<Tag> a, code_type<Tag> b, const policy& p = {},
                                               std::uint32_t random = 0) noexcept {
  if constexpr (detail::sum_fits_binary32(Tag::row))
    return detail::boxed<Tag>(detail::add_small(row_of<Tag>(), p, a, b, 1, random));
  return detail::boxed<Tag>(detail::add(row_of<Tag>(), p, a, b, 1, random));
}
/// a * b in the format `Tag`, rounded once, with its status.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> multiply(code_type<Tag> a, code_type<Tag> b, const policy& p = {},
                                               std::uint32_t random = 0) noexcept {
  if constexpr (detail::product_fits_binary32(Tag::row))
    return detail::boxed<Tag>(detail::multiply_small(row_of<Tag>(), p, a, b, random));
  return detail::boxed<Tag>(detail::multiply(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p),
                                             detail::factor(row_of<Tag>(), b, p), random));
}
/// a / b in the format `Tag`, rounded once, with its status.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> divide(code_type<Tag> a, code_type<Tag> b, const policy& p = {},
                                             std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(detail::divide(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p),
                                           detail::factor(row_of<Tag>(), b, p), random));
}
/// The square root of a in the format `Tag`, rounded once, with its status.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> sqrt(code_type<Tag> a, const policy& p = {}, std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(detail::square_root(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p), random));
}
/// a * b + c in the format `Tag`, rounded once, with its status.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD FPCHECK_INLINE
    constexpr encoded<code_type<Tag>> fma(code_type<Tag> a, code_type<Tag> b, code_type<Tag> c, const policy& p = {},
                                          std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(detail::fuse(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p),
                                         detail::factor(row_of<Tag>(), b, p), detail::factor(row_of<Tag>(), c, p),
                                         random));
}

} // namespace fpcheck
