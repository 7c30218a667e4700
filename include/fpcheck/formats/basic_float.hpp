#pragma once
#include <fpcheck/formats/arithmetic.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/order.hpp>

namespace fpcheck {

/// A number of the format `Tag`, as its stored code. Conversions into it round once and are explicit; out of it they
/// are exact.
template <class Tag>
class basic_float {
public:
  using tag = Tag;
  using code_t = code_type<Tag>;
  static constexpr format_row row = Tag::row;

  basic_float() = default;

  /// The number with the stored code `code`.
  FPCHECK_HD static constexpr basic_float from_code(code_t code) noexcept {
    basic_float out{};
    out.code_ = code;
    return out;
  }

  /// `x` rounded to nearest, ties to even; formats of powers of two have no default rounding, see `round_to`.
  template <class Number>
  requires(has_zero(Tag::row)) FPCHECK_HD explicit constexpr basic_float(Number x) noexcept
      : code_(encode<Tag>(x).code) {}

  /// `x` of another format, rounded as above.
  template <class Other>
  requires(has_zero(Tag::row)) FPCHECK_HD explicit constexpr basic_float(basic_float<Other> x) noexcept
      : code_(encode_bits<Tag>(decode_bits64(row_of<Other>(), x.code())).code) {}

  /// The stored code.
  FPCHECK_HD constexpr code_t code() const noexcept { return code_; }

  FPCHECK_HD explicit constexpr operator float() const noexcept requires(fits_binary32(Tag::row)) {
    return bit_cast<float>(decode_bits32(row_of<Tag>(), code_));
  }
  FPCHECK_HD explicit constexpr operator double() const noexcept { return decode_double(row_of<Tag>(), code_); }

  /// Comparisons are those of the values: NaN is unordered, -0 equals 0.
  FPCHECK_HD friend constexpr bool operator==(basic_float a, basic_float b) noexcept {
    return compare_codes(row_of<Tag>(), a.code_, b.code_) == ordering::equal;
  }
  FPCHECK_HD friend constexpr bool operator<(basic_float a, basic_float b) noexcept {
    return compare_codes(row_of<Tag>(), a.code_, b.code_) == ordering::less;
  }
  FPCHECK_HD friend constexpr bool operator>(basic_float a, basic_float b) noexcept { return b < a; }
  FPCHECK_HD friend constexpr bool operator<=(basic_float a, basic_float b) noexcept { return a < b || a == b; }
  FPCHECK_HD friend constexpr bool operator>=(basic_float a, basic_float b) noexcept { return b <= a; }

  /// -x: the other sign, for zeros and NaNs too where the format has both.
  FPCHECK_HD friend constexpr basic_float operator-(basic_float x) noexcept requires(is_signed(Tag::row)) {
    const bool unsigned_zero = !has_negative_zero(row_of<Tag>()) &&
                               (x.code_ & (magnitude_mask(row_of<Tag>()) << row_of<Tag>().box_shift)) == 0;
    return unsigned_zero
               ? x
               : from_code(static_cast<code_t>(x.code_ ^ (sign_mask(row_of<Tag>()) << row_of<Tag>().box_shift)));
  }

  /// Arithmetic rounds once, to nearest with ties to even.
  FPCHECK_HD friend constexpr basic_float operator+(basic_float a, basic_float b) noexcept
      requires(has_zero(Tag::row)) {
    return from_code(add<Tag>(a.code_, b.code_).code);
  }
  FPCHECK_HD friend constexpr basic_float operator-(basic_float a, basic_float b) noexcept
      requires(has_zero(Tag::row)) {
    return from_code(subtract<Tag>(a.code_, b.code_).code);
  }
  FPCHECK_HD friend constexpr basic_float operator*(basic_float a, basic_float b) noexcept
      requires(has_zero(Tag::row)) {
    return from_code(multiply<Tag>(a.code_, b.code_).code);
  }
  FPCHECK_HD friend constexpr basic_float operator/(basic_float a, basic_float b) noexcept
      requires(has_zero(Tag::row)) {
    return from_code(divide<Tag>(a.code_, b.code_).code);
  }

private:
  code_t code_ = 0;
};

/// `x` in the format `Tag` by the policy `p`.
template <class Tag, class Number>
FPCHECK_HD constexpr basic_float<Tag> round_to(Number x, const policy& p, std::uint32_t random = 0) noexcept {
  return basic_float<Tag>::from_code(encode<Tag>(x, p, random).code);
}

/// The square root, rounded once.
template <class Tag>
FPCHECK_HD constexpr basic_float<Tag> sqrt(basic_float<Tag> x) noexcept {
  return basic_float<Tag>::from_code(sqrt<Tag>(x.code()).code);
}
/// a * b + c, rounded once.
template <class Tag>
FPCHECK_HD constexpr basic_float<Tag> fma(basic_float<Tag> a, basic_float<Tag> b, basic_float<Tag> c) noexcept {
  return basic_float<Tag>::from_code(fma<Tag>(a.code(), b.code(), c.code()).code);
}

#define FPCHECK_FORMAT(name, bits, exponent_bits, precision, bias, sign, specials, box_shift, aliases)                 \
  /** A number of the format of the same name. */                                                                      \
  using name##_t = basic_float<name##_format>;
#include <fpcheck/formats/formats.def>

} // namespace fpcheck
