#pragma once
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/formats/operand.hpp>

/// Between formats and integers: conversion out of a format, and rounding to an integral number of the same format.
namespace fpcheck {

/// What a NaN becomes as an integer.
enum class integer_nan : std::uint8_t {
  zero,    ///< 0: PTX and CUDA from binary32 and narrower into at most 32 bits
  top_bit, ///< only the top bit set: PTX into 64 bits, x86
};

/// An integer and how it came about. `invalid` says that the number was out of range and was clamped, or a NaN.
template <class Integer>
struct converted_integer {
  Integer value = 0;
  status flags = status::none;

  constexpr bool operator==(const converted_integer&) const = default;
};

namespace detail {

/// |x| rounded to an integer under `p`, saturated at 2^64 - 1 with `too_large` set.
struct rounded_integer {
  std::uint64_t magnitude = 0;
  bool inexact = false;
  bool too_large = false;
};

FPCHECK_HD FPCHECK_INLINE constexpr rounded_integer round_operand(const operand& x, const policy& p) noexcept {
  if (x.significand == 0) return {};
  if (x.exponent >= 23) {
    if (x.exponent > 63) return {~std::uint64_t{0}, false, true};
    return {std::uint64_t{x.significand} << (x.exponent - 23), false, false};
  }
  const std::uint64_t shift = static_cast<std::uint64_t>(23 - x.exponent < 62 ? 23 - x.exponent : 62);
  const std::uint64_t significand = x.significand;
  const std::uint64_t increment = rounding_increment<std::uint64_t>(p, x.sign, significand, 0, shift, 0);
  return {(significand + increment) >> shift, (significand & ((std::uint64_t{1} << shift) - 1)) != 0, false};
}

template <class Integer>
FPCHECK_HD FPCHECK_INLINE constexpr converted_integer<Integer> clamp_integer(std::uint32_t sign,
                                                                             rounded_integer r) noexcept {
  constexpr bool is_signed_integer = Integer(-1) < Integer(0);
  constexpr int width = sizeof(Integer) * 8;
  constexpr std::uint64_t top = ~std::uint64_t{0} >> (64 - width + (is_signed_integer ? 1 : 0));
  const std::uint64_t limit = sign == 0 ? top : is_signed_integer ? top + 1 : 0;
  if (r.too_large || r.magnitude > limit) return {static_cast<Integer>(sign == 0 ? limit : 0 - limit), status::invalid};
  return {static_cast<Integer>(sign == 0 ? r.magnitude : 0 - r.magnitude), r.inexact ? status::inexact : status::none};
}

} // namespace detail

/// The number with the stored code `code` as an integer, rounded by `r` and clamped to the integer's range.
template <class Integer, class Tag>
requires(Tag::row.precision <= 24) FPCHECK_HD
    constexpr converted_integer<Integer> to_integer(code_type<Tag> code, rounding r = rounding::toward_zero,
                                                    integer_nan nan = integer_nan::zero) noexcept {
  const policy p{.round = r};
  const operand x = take_apart(row_of<Tag>(), code, p);
  if (x.is_nan != 0) {
    const std::uint64_t top = std::uint64_t{1} << (sizeof(Integer) * 8 - 1);
    return {static_cast<Integer>(nan == integer_nan::zero ? 0 : top), status::invalid};
  }
  if (x.is_infinity != 0) return detail::clamp_integer<Integer>(x.sign, {0, false, true});
  return detail::clamp_integer<Integer>(x.sign, detail::round_operand(x, p));
}

/// The number with the stored code `code` rounded to an integral number of the format; zeros and rounded-away numbers
/// keep their sign. Range: inexact says that the number changed. Where the largest number is not integral (e2m3fn: 7.5)
/// a result above it overflows by the policy.
template <class Tag>
requires(Tag::row.precision <= 24 && has_zero(Tag::row)) FPCHECK_HD
    constexpr encoded<code_type<Tag>> round_to_integral(code_type<Tag> code, const policy& p) noexcept {
  constexpr format_row row = Tag::row;
  const operand x = take_apart(row, code, p);
  if (x.is_nan != 0) {
    const auto nan = round_nan<std::uint32_t>(row, p, x.sign, x.payload, x.is_signalling != 0);
    return {static_cast<code_type<Tag>>(nan.code << row.box_shift), nan.flags};
  }
  if (x.is_infinity != 0 || x.exponent >= 23) return {code, status::none};
  const detail::rounded_integer r = detail::round_operand(x, p);
  const auto out = encode_integer(row, x.sign, r.magnitude, p);
  return {static_cast<code_type<Tag>>(out.code), out.flags | (r.inexact ? status::inexact : status::none)};
}

} // namespace fpcheck
