#include "outputs.hpp"

#include <fpcheck/exec/half_ulp.hpp>
#include <fpcheck/tensor/array.hpp>

#include <cstring>

namespace fpcheck::analysis {

using exec::number;

number number_of(tensor::dtype t) {
  struct pairing {
    tensor::dtype type;
    number format;
  };
  constexpr pairing all[] = {
#define FPCHECK_NUMBER(name, format, element, names) {tensor::dtype::element, number::name},
#define FPCHECK_BINARY64(name, element, names) {tensor::dtype::element, number::name},
#include <fpcheck/exec/number.def>
  };
  for (const pairing& p : all)
    if (p.type == t) return p.format;
  return number::none;
}

double half_ulp_at(double x, number n) { return std::fabs(x) < INFINITY ? exec::half_ulp(x, n) : INFINITY; }

double element_value(const exec::region& r, tensor::dtype t, std::uint64_t offset) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, r.data.data() + offset, tensor::size_of(t));
  return tensor::decode(t, bits);
}

number lineage_of(const exec::region& r, tensor::dtype t, std::uint64_t offset) {
  const auto bytes = static_cast<unsigned>(tensor::size_of(t));
  const exec::element_shadow s(r, offset, bytes);
  if (!s.known() || s.factor() != 1.0 || s.is_lower_half()) return number::none;
  const double exact = s.exact();
  std::uint64_t bits = 0;
  std::memcpy(&bits, r.data.data() + offset, bytes);
  // Each in its own spacing: codes of both formats lie close where their exponents do.
  const auto distance = [&](number n, double v) { return std::fabs(v - exact) / half_ulp_at(exact, n); };
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
#define FPCHECK_NUMBER(name, format, element, names) \
  case number::name: return tensor::dtype::element;
#define FPCHECK_BINARY64(name, element, names) \
  case number::name: return tensor::dtype::element;
#include <fpcheck/exec/number.def>
  default: return tensor::dtype::f32;
  }
}

double integer_rounding(const exec::element_shadow& s, double exact) {
  return (s.derived() && s.factor() == 1.0) || s.widened() ? 2 * half_ulp_at(exact, number::bf16) : 0;
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
