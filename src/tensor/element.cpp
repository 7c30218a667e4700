#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace fpcheck::tensor {
namespace {

template <class Integer>
std::uint64_t saturated(double x) {
  using limits = std::numeric_limits<Integer>;
  if (std::isnan(x)) return 0;
  // Both limits as doubles may round up by one; comparing with >= and <= keeps the cast in range.
  if (x >= static_cast<double>(limits::max())) return static_cast<std::uint64_t>(limits::max());
  if (x <= static_cast<double>(limits::min())) return static_cast<std::uint64_t>(limits::min());
  return static_cast<std::uint64_t>(static_cast<Integer>(x));
}

} // namespace

const format_row* format_of(dtype type) {
  switch (type) {
  case dtype::f32:
    return &f32_format::row;
  case dtype::f16:
    return &f16_format::row;
  case dtype::bf16:
    return &bf16_format::row;
  case dtype::e4m3fn:
    return &e4m3fn_format::row;
  case dtype::e5m2:
    return &e5m2_format::row;
  case dtype::e4m3fnuz:
    return &e4m3fnuz_format::row;
  case dtype::e5m2fnuz:
    return &e5m2fnuz_format::row;
  case dtype::e4m3b11fnuz:
    return &e4m3b11fnuz_format::row;
  case dtype::e3m4:
    return &e3m4_format::row;
  case dtype::e8m0fnu:
    return &e8m0fnu_format::row;
  case dtype::e3m2fn:
    return &e3m2fn_format::row;
  case dtype::e2m3fn:
    return &e2m3fn_format::row;
  case dtype::e2m1fn:
    return &e2m1fn_format::row;
  default:
    return nullptr;
  }
}

metric::grid grid_of(dtype type) {
  const format_row* row = format_of(type);
  return row != nullptr ? metric::grid_of(*row) : metric::binary64_grid;
}

std::uint64_t load_code(dtype type, const std::byte* p) {
  std::uint64_t code = 0;
  std::memcpy(&code, p, size_of(type));
  return code;
}

void store_code(dtype type, std::byte* p, std::uint64_t code) {
  std::memcpy(p, &code, size_of(type));
}

double decode(dtype type, std::uint64_t code) {
  switch (type) {
  case dtype::f64:
    return bit_cast<double>(code);
  case dtype::f32:
    return bit_cast<float>(static_cast<std::uint32_t>(code));
  case dtype::u64:
    return static_cast<double>(code);
  default:
    break;
  }
  if (!is_real(type)) return static_cast<double>(decode_integer(type, code));
  return decode_double(*format_of(type), static_cast<std::uint32_t>(code));
}

std::uint64_t encode(dtype type, double x) {
  switch (type) {
  case dtype::f64:
    return bits_of(x);
  case dtype::f32:
    return bits_of(static_cast<float>(x));
  case dtype::i64:
    return saturated<std::int64_t>(x);
  case dtype::i32:
    return saturated<std::int32_t>(x);
  case dtype::i16:
    return saturated<std::int16_t>(x);
  case dtype::i8:
    return saturated<std::int8_t>(x);
  case dtype::u64:
    return saturated<std::uint64_t>(x);
  case dtype::u32:
    return saturated<std::uint32_t>(x);
  case dtype::u16:
    return saturated<std::uint16_t>(x);
  case dtype::u8:
    return saturated<std::uint8_t>(x);
  case dtype::boolean:
    return x != 0;
  default:
    return encode_bits(*format_of(type), bits_of(x), policy{}).code;
  }
}

std::int64_t decode_integer(dtype type, std::uint64_t code) {
  switch (type) {
  case dtype::i32:
    return static_cast<std::int32_t>(code);
  case dtype::i16:
    return static_cast<std::int16_t>(code);
  case dtype::i8:
    return static_cast<std::int8_t>(code);
  case dtype::boolean:
    return code != 0;
  default:
    return static_cast<std::int64_t>(code);
  }
}

} // namespace fpcheck::tensor
