#pragma once
// What is known of the formats that instructions compute in: all of it from number.def and the rows of formats.def.
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <cstddef>
#include <cstdint>

namespace fpcheck::exec {

/// Floating-point width class of an instruction's arithmetic, for shadows and ulps.
enum class number : std::uint8_t {
  none,
#define FPCHECK_NUMBER(name, format, element, names) name,
#define FPCHECK_BINARY64(name, element, names) name,
#include <fpcheck/exec/number.def>
};

/// Its row of formats.def. Range: nothing for binary64 and `none`.
FPCHECK_INLINE constexpr const format_row* row_of_number(number n) {
  switch (n) {
#define FPCHECK_NUMBER(name, format, element, names) \
  case number::name: return &format##_format::row;
#include <fpcheck/exec/number.def>
  default: return nullptr;
  }
}

/// Bits of precision of a format, and the exponent of its least normal number.
struct format_limits {
  int precision, min_exponent;
};
/// Range: those of binary32 for `none`.
FPCHECK_INLINE constexpr format_limits limits_of(number n) {
  switch (n) {
  case number::f64: return {53, -1022};
#define FPCHECK_NUMBER(name, format, element, names) \
  case number::name: return {format##_format::row.precision, min_exponent(format##_format::row)};
#include <fpcheck/exec/number.def>
  default: return {24, -126};
  }
}

/// The largest finite number of a format. Range: binary64's for `none`.
constexpr double largest_of(number n) {
  const format_row* row = row_of_number(n);
  return row == nullptr ? 0x1.fffffffffffffp1023 : decode_double(*row, max_magnitude(*row) << row->box_shift);
}

} // namespace fpcheck::exec
