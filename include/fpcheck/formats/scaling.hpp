#pragma once
#include <fpcheck/formats/basic_float.hpp>

/// Powers of two as factors, and neighbours in the sense of C's nextafter.
namespace fpcheck {

/// a * 2^n, rounded once: exact unless the result is subnormal or overflows.
template <class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD
    constexpr encoded<code_type<Tag>> ldexp(code_type<Tag> a, int n, const policy& p = {}, std::uint32_t random = 0) noexcept {
  constexpr format_row row = Tag::row;
  constexpr int beyond = 1 << 20; // of every format
  const operand x = take_apart(row, a, p);
  if (x.is_nan != 0) return detail::boxed<Tag>(detail::propagated(row, p, x, x, x));
  if (x.is_infinity != 0) return detail::boxed<Tag>(detail::infinite(row, p, x.sign));
  const int steps = n > beyond ? beyond : n < -beyond ? -beyond : n;
  return detail::boxed<Tag>(detail::round64(row, p, x.sign, std::uint64_t{x.significand} << 37, x.significand == 0 ? 0 : x.exponent + steps, random));
}

/// x * 2^n, rounded once.
template <class Tag>
FPCHECK_HD constexpr basic_float<Tag> ldexp(basic_float<Tag> x, int n) noexcept {
  return basic_float<Tag>::from_code(ldexp<Tag>(x.code(), n).code);
}

/// The number next to `from` on the way to `to`, and `to` itself where they are equal; of a NaN and another the NaN.
template <class Tag>
FPCHECK_HD constexpr basic_float<Tag> nextafter(basic_float<Tag> from, basic_float<Tag> to) noexcept {
  if (from != from) return from;
  if (to != to || from == to) return to;
  const std::uint32_t code = from < to ? next_up(row_of<Tag>(), from.code()) : next_down(row_of<Tag>(), from.code());
  return basic_float<Tag>::from_code(static_cast<code_type<Tag>>(code));
}

} // namespace fpcheck
