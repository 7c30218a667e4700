#pragma once
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/operand.hpp>

/// Arithmetic with integers only: each result is found exactly, or with everything below its low bit kept in that bit
/// (jammed), and rounded once. Operands may be of another format than the result.
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
  return (a.exponent > b.exponent) | ((a.exponent == b.exponent) & (a.significand >= b.significand));
}

/// The sign of an exact zero sum of terms of unlike sign.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint32_t cancelled_sign(const policy& p) noexcept {
  return p.round == rounding::downward ? 1 : 0;
}

/// a + b for finite operands, in 32-bit arithmetic. Six bits below binary32's last one hold guard and sticky bits; a sum
/// that cancels by more than one bit has lost none.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add_finite32(const format_row& row, const policy& p, const operand& a,
                                                           const operand& b) noexcept {
  const bool ordered = not_below(a, b);
  const std::uint32_t big = pick(ordered, a.significand, b.significand) << 5;
  const std::uint32_t small = pick(ordered, b.significand, a.significand) << 5;
  const std::int32_t exponent = pick(ordered, a.exponent, b.exponent);
  const std::int32_t apart = exponent - pick(ordered, b.exponent, a.exponent);
  const std::uint32_t shift = static_cast<std::uint32_t>(apart < 31 ? apart : 31);
  const std::uint32_t lost = static_cast<std::uint32_t>((small & ((std::uint32_t{1} << shift) - 1)) != 0);
  const std::uint32_t aligned = (small >> shift) | lost;
  const std::uint32_t opposed = 0 - (a.sign ^ b.sign);
  const std::uint32_t sum = big + (aligned ^ opposed) - opposed;
  const std::uint32_t zero_sign = pick(opposed == 0, a.sign, cancelled_sign(p));
  const std::uint32_t sign = pick(sum == 0, zero_sign, pick(ordered, a.sign, b.sign));
  // Point 29 leaves room for the carry; the sum's leading bit is brought there, its exponent follows.
  const auto up = static_cast<std::uint32_t>(29 - leading_bit(sum | 1));
  const std::int32_t led = exponent + 1 - static_cast<std::int32_t>(up);
  const unrounded<std::uint32_t, 29> x{sign, sum << up, pick(sum == 0, -4096, led)};
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
  const std::uint64_t small = shift_right_jam(std::uint64_t{smaller.significand} << 36, larger.exponent - smaller.exponent);
  const std::uint64_t sum = a.sign == b.sign ? big + small : big - small;
  const std::uint32_t sign = sum == 0 ? (a.sign == b.sign ? a.sign : cancelled_sign(p)) : larger.sign;
  return round64(row, p, sign, sum, larger.exponent + 1, random);
}

/// a + b.
FPCHECK_HD FPCHECK_INLINE constexpr wide_code add(const format_row& row, const policy& p, const operand& a,
                                                  const operand& b, std::uint32_t random) noexcept {
  const bool narrow = p.round != rounding::stochastic && has_zero(row);
  wide_code out = narrow ? add_finite32(row, p, a, b) : add_finite64(row, p, a, b, random);
  const bool unbounded = (a.is_infinity | b.is_infinity) != 0;
  const bool opposed = (a.is_infinity & b.is_infinity & (a.sign ^ b.sign)) != 0;
  out = select(unbounded, infinite(row, p, pick(a.is_infinity != 0, a.sign, b.sign)), out);
  out = select(opposed, invalid(row, p), out);
  return select((a.is_nan | b.is_nan) != 0, propagated(row, p, a, b, b), out);
}

/// The product of finite normalised operands, with its leading bit at 46 or 47.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t product(const operand& a, const operand& b) noexcept {
  return std::uint64_t{a.significand} * b.significand;
}

/// Whether one of the operands is infinite and the other zero. An infinity's significand is never zero.
FPCHECK_HD FPCHECK_INLINE constexpr bool infinity_times_zero(const operand& a, const operand& b) noexcept {
  return ((a.is_infinity | b.is_infinity) != 0) & ((a.significand == 0) | (b.significand == 0));
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
  const bool ordered = (term_exponent > c.exponent) | ((term_exponent == c.exponent) & (term >= addend));
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
  out = select(opposed | infinity_times_zero(a, b), invalid(row, p), out);
  // 0 * inf + NaN raises nothing: IEEE 754 leaves it open, and the machines at hand do so.
  return select((a.is_nan | b.is_nan | c.is_nan) != 0, propagated(row, p, a, b, c), out);
}

/// The operand as the multiplying operations want it: infinities keep a significand that is not zero.
FPCHECK_HD FPCHECK_INLINE constexpr operand factor(const format_row& row, std::uint32_t code, const policy& p) noexcept {
  return normalised(take_apart(row, code, p));
}

template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> boxed(wide_code x) noexcept {
  return {static_cast<code_type<Tag>>(x.code << Tag::row.box_shift), x.flags};
}

} // namespace detail

/// a + b in the format `Tag`, rounded once, with its status. Arguments and result are stored codes.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> add(code_type<Tag> a, code_type<Tag> b,
                                                                const policy& p = {},
                                                                std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(
      detail::add(row_of<Tag>(), p, take_apart(row_of<Tag>(), a, p), take_apart(row_of<Tag>(), b, p), random));
}
/// a - b in the format `Tag`, rounded once, with its status.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> subtract(code_type<Tag> a, code_type<Tag> b,
                                                                     const policy& p = {},
                                                                     std::uint32_t random = 0) noexcept {
  operand negated = take_apart(row_of<Tag>(), b, p);
  negated.sign ^= 1 - negated.is_nan; // a NaN operand passes through unchanged
  return detail::boxed<Tag>(detail::add(row_of<Tag>(), p, take_apart(row_of<Tag>(), a, p), negated, random));
}
/// a * b in the format `Tag`, rounded once, with its status.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> multiply(code_type<Tag> a, code_type<Tag> b,
                                                                     const policy& p = {},
                                                                     std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(
      detail::multiply(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p), detail::factor(row_of<Tag>(), b, p), random));
}
/// a / b in the format `Tag`, rounded once, with its status.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> divide(code_type<Tag> a, code_type<Tag> b,
                                                                   const policy& p = {},
                                                                   std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(
      detail::divide(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p), detail::factor(row_of<Tag>(), b, p), random));
}
/// The square root of a in the format `Tag`, rounded once, with its status.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> sqrt(code_type<Tag> a, const policy& p = {},
                                                                 std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(detail::square_root(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p), random));
}
/// a * b + c in the format `Tag`, rounded once, with its status.
template <class Tag>
  requires(Tag::row.precision <= 24)
FPCHECK_HD FPCHECK_INLINE constexpr encoded<code_type<Tag>> fma(code_type<Tag> a, code_type<Tag> b, code_type<Tag> c,
                                                                const policy& p = {},
                                                                std::uint32_t random = 0) noexcept {
  return detail::boxed<Tag>(detail::fuse(row_of<Tag>(), p, detail::factor(row_of<Tag>(), a, p), detail::factor(row_of<Tag>(), b, p),
                                         detail::factor(row_of<Tag>(), c, p), random));
}

} // namespace fpcheck
