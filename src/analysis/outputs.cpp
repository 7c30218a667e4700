#include "outputs.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/tags.hpp>

#include <cstring>

namespace fpcheck::analysis {

using exec::number;

number number_of(tensor::dtype t) {
  using d = tensor::dtype;
  switch (t) {
  case d::f64: return number::f64;
  case d::f32: return number::f32;
  case d::f16: return number::f16;
  case d::bf16: return number::bf16;
  case d::e4m3fn: return number::e4m3;
  case d::e5m2: return number::e5m2;
  case d::e2m3fn: return number::e2m3;
  case d::e3m2fn: return number::e3m2;
  case d::e2m1fn: return number::e2m1;
  case d::e8m0fnu: return number::ue8m0;
  default: return number::none;
  }
}

double half_ulp(double x, number n) {
  const exec::format_limits p = exec::limits_of(n);
  if (!(std::fabs(x) < INFINITY)) return INFINITY;
  int e = p.min_exponent;
  if (x != 0) e = std::max(std::ilogb(x), p.min_exponent);
  return std::ldexp(1.0, e - p.precision);
}

double element_value(const exec::region& r, tensor::dtype t, std::uint64_t offset) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, r.data.data() + offset, tensor::size_of(t));
  const auto low = static_cast<std::uint32_t>(bits);
  using d = tensor::dtype;
  switch (t) {
  case d::f64: return bit_cast<double>(bits);
  case d::f32: return bit_cast<float>(low);
  case d::f16: return decode_double(f16_format::row, low);
  case d::bf16: return decode_double(bf16_format::row, low);
  case d::e4m3fn: return decode_double(e4m3fn_format::row, low);
  case d::e5m2: return decode_double(e5m2_format::row, low);
  case d::e2m3fn: return decode_double(e2m3fn_format::row, low);
  case d::e3m2fn: return decode_double(e3m2fn_format::row, low);
  case d::e2m1fn: return decode_double(e2m1fn_format::row, low);
  case d::e8m0fnu: return decode_double(e8m0fnu_format::row, low);
  case d::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
  case d::i32: return static_cast<std::int32_t>(low);
  case d::i16: return static_cast<std::int16_t>(low);
  case d::i8: return static_cast<std::int8_t>(low);
  default: return static_cast<double>(bits);
  }
}

number lineage_of(const exec::region& r, tensor::dtype t, std::uint64_t offset) {
  const auto bytes = static_cast<unsigned>(tensor::size_of(t));
  const exec::element_shadow s(r, offset, bytes);
  if (!s.known() || s.factor() != 1.0 || s.is_lower_half()) return number::none;
  const double exact = s.exact();
  std::uint64_t bits = 0;
  std::memcpy(&bits, r.data.data() + offset, bytes);
  // Each in its own spacing: codes of both formats lie close where their exponents do.
  const auto distance = [&](number n, double v) { return std::fabs(v - exact) / half_ulp(exact, n); };
  const auto nearer = [&](number a, double x, number b, double y) { return distance(b, y) <= distance(a, x) ? b : a; };
  const auto code = static_cast<std::uint32_t>(bits);
  switch (bytes) {
  case 8: return number::f64;
  case 4: return number::f32;
  case 2: return nearer(number::f16, decode_double(f16_format::row, code), number::bf16, decode_double(bf16_format::row, code));
  default: return nearer(number::e4m3, decode_double(e4m3fn_format::row, code), number::e5m2, decode_double(e5m2_format::row, code));
  }
}

tensor::dtype dtype_of(number n) {
  switch (n) {
  case number::f64: return tensor::dtype::f64;
  case number::f16: return tensor::dtype::f16;
  case number::bf16: return tensor::dtype::bf16;
  case number::e4m3: return tensor::dtype::e4m3fn;
  case number::e5m2: return tensor::dtype::e5m2;
  default: return tensor::dtype::f32;
  }
}

double integer_rounding(const exec::element_shadow& s, double exact) {
  return (s.derived() && s.factor() == 1.0) || s.widened() ? 2 * half_ulp(exact, number::bf16) : 0;
}

std::optional<output_place> first_change(const exec::run_request& request, const exec::run_record& first, const exec::run_record& other) {
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b) {
    if (request.buffers[b].role == exec::buffer_role::input) continue;
    const exec::region& x = *first.buffers[b];
    const exec::region& y = *other.buffers[b];
    const std::uint64_t bytes = tensor::size_of(request.buffers[b].type);
    for (std::uint64_t i = 0; bytes != 0 && (i + 1) * bytes <= x.data.size(); ++i) {
      const auto width = static_cast<unsigned>(bytes);
      const bool undefined = x.is_undefined(i * bytes, width);
      if (undefined != y.is_undefined(i * bytes, width)) return output_place{b, i};
      if (!undefined && std::memcmp(x.data.data() + i * bytes, y.data.data() + i * bytes, bytes) != 0) return output_place{b, i};
    }
  }
  return std::nullopt;
}

} // namespace fpcheck::analysis
