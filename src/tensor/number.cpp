#include <fpcheck/base/bits.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cctype>
#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace fpcheck::tensor {
namespace {

/// `text` rounded towards one direction, as the C library does it in that rounding mode.
template <class Real>
Real rounded(const std::string& text, int mode) {
  const int before = std::fegetround();
  std::fesetround(mode);
  Real out;
  if constexpr (sizeof(Real) == 4)
    out = std::strtof(text.c_str(), nullptr);
  else
    out = std::strtod(text.c_str(), nullptr);
  std::fesetround(before);
  return out;
}

/// `text` rounded to binary64 so that another rounding, to at most 51 bits, gives what rounding once would: an inexact
/// result gets an odd last bit.
double round_to_odd(const std::string& text) {
  const double down = rounded<double>(text, FE_DOWNWARD), up = rounded<double>(text, FE_UPWARD);
  if (down == up) return std::signbit(down) == std::signbit(up) ? down : up;
  return (bits_of(down) & 1) != 0 ? down : up;
}

bool is_number(const std::string& text) {
  if (text.empty() || std::isspace(static_cast<unsigned char>(text.front()))) return false;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0') return false;
  const bool hex = text.find_first_of("xX") != std::string::npos;
  return !std::isfinite(value) || !hex || text.find_first_of("pP") != std::string::npos ||
         text.find('.') == std::string::npos;
}

/// An integer written in decimal or hex, without a fraction or exponent.
struct plain_integer {
  bool negative = false;
  std::uint64_t magnitude = 0;
};

std::optional<plain_integer> read_plain_integer(const std::string& text) {
  const std::size_t start = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const bool hex = text.size() > start + 2 && text[start] == '0' && (text[start + 1] == 'x' || text[start + 1] == 'X');
  plain_integer out{text[0] == '-', 0};
  std::size_t at = hex ? start + 2 : start;
  if (at >= text.size()) return std::nullopt;
  for (; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    const bool digit = hex ? std::isxdigit(c) != 0 : std::isdigit(c) != 0;
    if (!digit) return std::nullopt;
    const int value = std::isdigit(c) ? c - '0' : std::tolower(c) - 'a' + 10;
    if (__builtin_mul_overflow(out.magnitude, hex ? 16u : 10u, &out.magnitude) ||
        __builtin_add_overflow(out.magnitude, static_cast<unsigned>(value), &out.magnitude))
      return std::nullopt;
  }
  return out;
}

result<std::uint64_t> integer_code(dtype type, const std::string& text) {
  const auto out_of_range = [&] { return fail(tensor::quoted(text) + " does not fit " + std::string(name(type))); };
  auto plain = read_plain_integer(text);
  if (!plain) {
    const double value = rounded<double>(text, FE_TONEAREST);
    if (std::isnan(value) || std::isinf(value)) return fail(tensor::quoted(text) + " is no integer");
    if (value != round_to_odd(text) || value != std::trunc(value) || std::fabs(value) >= 0x1p63)
      return std::fabs(value) >= 0x1p63
                 ? out_of_range()
                 : fail(tensor::quoted(text) + " is no integer, but " + std::string(name(type)) + " is wanted");
    plain = plain_integer{value < 0, static_cast<std::uint64_t>(std::fabs(value))};
  }
  const unsigned bits = type == dtype::boolean ? 1 : static_cast<unsigned>(8 * size_of(type));
  const bool is_signed = class_of(type) == dtype_class::signed_integer;
  const std::uint64_t all = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  // A hex number is a bit pattern: 0xffffffff is a good i32.
  const bool pattern = text.find_first_of("xX") != std::string::npos && !plain->negative;
  const std::uint64_t most = is_signed && !pattern ? all >> 1 : all;
  const std::uint64_t least = is_signed ? (all >> 1) + 1 : 0; // magnitude of the most negative value
  if (plain->negative ? plain->magnitude > least : plain->magnitude > most) return out_of_range();
  return (plain->negative ? ~plain->magnitude + 1 : plain->magnitude) & all;
}

} // namespace

result<std::uint64_t> parse_code(dtype type, const std::string& text) {
  if (text == "true" || text == "false") return encode(type, text == "true" ? 1.0 : 0.0);
  if (!is_number(text)) return fail(tensor::quoted(text) + " is no number");
  if (!is_real(type)) return integer_code(type, text);
  if (type == dtype::f64) return bits_of(rounded<double>(text, FE_TONEAREST));
  if (type == dtype::f32) return bits_of(rounded<float>(text, FE_TONEAREST));
  return encode(type, round_to_odd(text));
}

} // namespace fpcheck::tensor
