#pragma once
#include <fpcheck/formats/arithmetic.hpp>

/// Exact remainders of division.
namespace fpcheck {

namespace detail {

enum class quotient : std::uint8_t { truncated, nearest };

/// a - q * b for finite non-zero normalised operands, q the truncated or nearest (ties to even) integral quotient.
FPCHECK_HD constexpr operand remainder_finite(operand a, const operand& b, quotient kind) noexcept {
  if (a.exponent < b.exponent - 1) return a; // below half of b
  std::uint64_t rest = a.significand, divisor = b.significand, parity = 0;
  std::int32_t exponent = b.exponent;
  if (a.exponent < b.exponent) {
    divisor <<= 1; // both in units of a's last place
    exponent = a.exponent;
  } else {
    parity = rest / divisor;
    rest %= divisor;
    for (std::int32_t left = a.exponent - b.exponent; left > 0; left -= 32) {
      rest <<= left < 32 ? left : 32;
      parity = rest / divisor;
      rest %= divisor;
    }
  }
  const bool beyond_half = 2 * rest > divisor || (2 * rest == divisor && (parity & 1) != 0);
  if (kind == quotient::nearest && beyond_half) {
    rest = divisor - rest;
    a.sign ^= 1;
  }
  return {a.sign, static_cast<std::uint32_t>(rest), exponent, 0, 0, 0, 0};
}

template <class Tag>
FPCHECK_HD constexpr encoded<code_type<Tag>> remainder_of(code_type<Tag> a, code_type<Tag> b, const policy& p,
                                                          quotient kind) noexcept {
  constexpr format_row row = Tag::row;
  const operand x = factor(row, a, p), y = factor(row, b, p);
  if ((x.is_nan | y.is_nan) != 0) return boxed<Tag>(propagated(row, p, x, y, y));
  if (x.is_infinity != 0 || y.significand == 0) return boxed<Tag>(invalid(row, p));
  operand r = x;
  if (y.is_infinity == 0 && x.significand != 0) r = remainder_finite(x, y, kind);
  return boxed<Tag>(
      round64(row, p, r.sign, std::uint64_t{r.significand} << 37, r.significand == 0 ? 0 : r.exponent, 0));
}

} // namespace detail

/// The IEEE 754 remainder a - n * b, n the integer nearest to a / b (ties to even); always exact.
template <class Tag>
requires(Tag::row.precision <= 24 && has_zero(Tag::row)) FPCHECK_HD
    constexpr encoded<code_type<Tag>> remainder(code_type<Tag> a, code_type<Tag> b, const policy& p = {}) noexcept {
  return detail::remainder_of<Tag>(a, b, p, detail::quotient::nearest);
}
/// C's fmod: a - n * b, n = a / b rounded toward zero; always exact.
template <class Tag>
requires(Tag::row.precision <= 24 && has_zero(Tag::row)) FPCHECK_HD
    constexpr encoded<code_type<Tag>> fmod(code_type<Tag> a, code_type<Tag> b, const policy& p = {}) noexcept {
  return detail::remainder_of<Tag>(a, b, p, detail::quotient::truncated);
}

} // namespace fpcheck
