#pragma once
#include <fpcheck/formats/format.hpp>

namespace fpcheck {

#define FPCHECK_FORMAT(name, bits, exponent_bits, precision, bias, sign, specials, box_shift, aliases)                 \
  /** The format of the row of the same name in formats.def. */                                                        \
  struct name##_format {                                                                                               \
    static constexpr format_row row{                                                                                   \
        bits, exponent_bits, precision, bias, signedness::sign, special_codes::specials, box_shift};                   \
  };
#include <fpcheck/formats/formats.def>

/// The P3109 format Binary{Bits}p{Precision}.
template <int Bits, int Precision, signedness Sign = signedness::signed_,
          special_codes Specials = special_codes::p3109_extended>
struct p3109_format {
  static constexpr format_row row = p3109_row(Bits, Precision, Sign, Specials);
};

/// The row of the format `Tag`, as a value: device code may not refer to a static member.
template <class Tag>
FPCHECK_HD FPCHECK_INLINE constexpr format_row row_of() noexcept {
  constexpr format_row row = Tag::row;
  return row;
}

/// The smallest unsigned integer that holds a stored code of `bits` bits.
template <int Bits>
struct code_of_width {
  using type = std::uint32_t;
};
template <int Bits>
requires(Bits <= 8) struct code_of_width<Bits> {
  using type = std::uint8_t;
};
template <int Bits>
requires(Bits > 8 && Bits <= 16) struct code_of_width<Bits> {
  using type = std::uint16_t;
};
/// The type of a stored code of the format `Tag`.
template <class Tag>
using code_type = typename code_of_width<Tag::row.bits + Tag::row.box_shift>::type;

} // namespace fpcheck
