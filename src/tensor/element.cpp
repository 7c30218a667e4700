#include <fpcheck/base/bits.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cmath>
#include <cstring>
#include <limits>

namespace fpcheck::tensor {
namespace {

/// What the top codes of a small format mean.
enum class top : std::uint8_t { ieee, one_nan, finite, fnuz, exponent_only };

/// A format of at most 16 bits.
struct small_format {
  int exponent_bits, fraction_bits, bias;
  top codes;

  int bits() const { return 1 + exponent_bits + fraction_bits; }
  std::uint64_t sign_bit() const { return std::uint64_t{1} << (exponent_bits + fraction_bits); }
  std::uint64_t infinity() const { return ((std::uint64_t{1} << exponent_bits) - 1) << fraction_bits; }
  /// The code of the largest finite value.
  std::uint64_t largest() const {
    switch (codes) {
    case top::ieee: return infinity() - 1;
    case top::one_nan: return sign_bit() - 2;
    default: return sign_bit() - 1;
    }
  }
  std::uint64_t nan() const {
    switch (codes) {
    case top::ieee: return infinity() | (std::uint64_t{1} << (fraction_bits - 1));
    case top::fnuz: return sign_bit();
    case top::finite: return largest();
    default: return sign_bit() - 1;
    }
  }
};

small_format format_of(dtype type) {
  switch (type) {
  case dtype::f16: return {5, 10, 15, top::ieee};
  case dtype::bf16: return {8, 7, 127, top::ieee};
  case dtype::e4m3fn: return {4, 3, 7, top::one_nan};
  case dtype::e5m2: return {5, 2, 15, top::ieee};
  case dtype::e4m3fnuz: return {4, 3, 8, top::fnuz};
  case dtype::e5m2fnuz: return {5, 2, 16, top::fnuz};
  case dtype::e4m3b11fnuz: return {4, 3, 11, top::fnuz};
  case dtype::e3m4: return {3, 4, 3, top::ieee};
  case dtype::e8m0fnu: return {8, 0, 127, top::exponent_only};
  case dtype::e3m2fn: return {3, 2, 3, top::finite};
  case dtype::e2m3fn: return {2, 3, 1, top::finite};
  default: return {2, 1, 1, top::finite};
  }
}

double decode_small(const small_format& f, std::uint64_t code) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (f.codes == top::exponent_only) return code == 0xff ? nan : std::ldexp(1.0, static_cast<int>(code) - f.bias);
  const std::uint64_t magnitude = code & (f.sign_bit() - 1);
  const bool negative = (code & f.sign_bit()) != 0;
  if (f.codes == top::ieee && magnitude >= f.infinity())
    return magnitude > f.infinity() ? nan : (negative ? -1 : 1) * std::numeric_limits<double>::infinity();
  if (f.codes == top::one_nan && magnitude == f.sign_bit() - 1) return nan;
  if (f.codes == top::fnuz && magnitude == 0 && negative) return nan;
  const int exponent = static_cast<int>(magnitude >> f.fraction_bits);
  const std::uint64_t fraction = magnitude & ((std::uint64_t{1} << f.fraction_bits) - 1);
  const std::uint64_t significand = exponent == 0 ? fraction : fraction | (std::uint64_t{1} << f.fraction_bits);
  const int scale = (exponent == 0 ? 1 : exponent) - f.bias - f.fraction_bits;
  const double value = std::ldexp(static_cast<double>(significand), scale);
  return negative ? -value : value;
}

/// The unbounded-range magnitude code nearest to |x|, ties to even: codes are ordered as their values are.
std::uint64_t round_magnitude(const small_format& f, double magnitude) {
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  exponent = std::max(exponent - 1, 1 - f.bias); // of the leading bit, or of the subnormals
  const double scaled = std::ldexp(magnitude, f.fraction_bits - exponent); // exact: the range of binary64 is far wider
  const auto significand = static_cast<std::uint64_t>(std::nearbyint(scaled));
  return (static_cast<std::uint64_t>(exponent + f.bias - 1) << f.fraction_bits) + significand;
}

std::uint64_t encode_exponent_only(double x) {
  if (!(x > 0)) return x == 0 ? 0 : 0xff;
  if (std::isinf(x)) return 0xff;
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent); // [1/2, 1): 3/4 is the tie between two powers
  const bool up = fraction > 0.75 || (fraction == 0.75 && (exponent & 1) != 0);
  const int code = exponent - 1 + 127 + (up ? 1 : 0);
  return code < 0 ? 0 : code > 254 ? 0xff : static_cast<std::uint64_t>(code);
}

std::uint64_t encode_small(const small_format& f, double x) {
  if (f.codes == top::exponent_only) return encode_exponent_only(x);
  const std::uint64_t sign = std::signbit(x) ? f.sign_bit() : 0;
  if (std::isnan(x)) return f.nan();
  const std::uint64_t over = f.codes == top::ieee ? f.infinity() : f.nan();
  std::uint64_t magnitude = std::isinf(x) ? f.sign_bit() : x == 0 ? 0 : std::min(round_magnitude(f, std::fabs(x)), f.sign_bit());
  if (f.codes == top::fnuz) return magnitude > f.largest() ? f.nan() : magnitude == 0 ? 0 : sign | magnitude;
  if (magnitude > f.largest()) magnitude = over;
  return sign | magnitude;
}

template <class Integer>
std::uint64_t saturate(double x) {
  using limits = std::numeric_limits<Integer>;
  if (std::isnan(x)) return 0;
  // Both limits as doubles may round up by one; comparing with >= and <= keeps the cast in range.
  if (x >= static_cast<double>(limits::max())) return static_cast<std::uint64_t>(limits::max());
  if (x <= static_cast<double>(limits::min())) return static_cast<std::uint64_t>(limits::min());
  return static_cast<std::uint64_t>(static_cast<Integer>(x));
}

} // namespace

std::uint64_t load_code(dtype type, const std::byte* p) {
  std::uint64_t code = 0;
  std::memcpy(&code, p, size_of(type));
  return code;
}

void store_code(dtype type, std::byte* p, std::uint64_t code) { std::memcpy(p, &code, size_of(type)); }

double decode(dtype type, std::uint64_t code) {
  switch (type) {
  case dtype::f64: return bit_cast<double>(code);
  case dtype::f32: return bit_cast<float>(static_cast<std::uint32_t>(code));
  case dtype::u64: return static_cast<double>(code);
  default: break;
  }
  return is_real(type) ? decode_small(format_of(type), code) : static_cast<double>(decode_integer(type, code));
}

std::uint64_t encode(dtype type, double x) {
  switch (type) {
  case dtype::f64: return bits_of(x);
  case dtype::f32: return bits_of(static_cast<float>(x));
  case dtype::i64: return saturate<std::int64_t>(x);
  case dtype::i32: return saturate<std::int32_t>(x);
  case dtype::i16: return saturate<std::int16_t>(x);
  case dtype::i8: return saturate<std::int8_t>(x);
  case dtype::u64: return saturate<std::uint64_t>(x);
  case dtype::u32: return saturate<std::uint32_t>(x);
  case dtype::u16: return saturate<std::uint16_t>(x);
  case dtype::u8: return saturate<std::uint8_t>(x);
  case dtype::boolean: return x != 0;
  default: return encode_small(format_of(type), x);
  }
}

std::int64_t decode_integer(dtype type, std::uint64_t code) {
  switch (type) {
  case dtype::i32: return static_cast<std::int32_t>(code);
  case dtype::i16: return static_cast<std::int16_t>(code);
  case dtype::i8: return static_cast<std::int8_t>(code);
  case dtype::boolean: return code != 0;
  default: return static_cast<std::int64_t>(code);
  }
}

} // namespace fpcheck::tensor
