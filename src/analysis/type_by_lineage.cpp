#include <fpcheck/analysis/type_by_lineage.hpp>

#include <fpcheck/base/bits.hpp>
#include <fpcheck/tensor/array.hpp>

#include "outputs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace fpcheck::analysis {

using tensor::dtype;

namespace {

/// Of two formats of one width the one whose value is nearer to what the shadow says.
dtype nearer(dtype a, dtype b, std::uint64_t code, double exact) {
  return std::fabs(tensor::decode(b, code) - exact) < std::fabs(tensor::decode(a, code) - exact) ? b : a;
}

/// Integers of the same width.
dtype words_of(dtype t) {
  switch (tensor::size_of(t)) {
  case 8: return dtype::u64;
  case 4: return dtype::u32;
  case 2: return dtype::u16;
  default: return dtype::u8;
  }
}

/// Whether bits that came without a lineage can be a number of `t`: zero, or finite and normal. Counters, sentinels and halves of wider
/// numbers are subnormal or NaN as one.
bool may_be_number(double v, dtype t) {
  const int least = exec::limits_of(number_of(t)).min_exponent;
  return v == 0 || (std::fabs(v) < INFINITY && (tensor::size_of(t) < 4 || std::fabs(v) >= std::ldexp(1.0, least)));
}

/// Whether the buffer holds something else beside its numbers of `t`.
bool is_shared(const exec::region& r, dtype t) {
  const auto bytes = static_cast<unsigned>(tensor::size_of(t));
  for (std::uint64_t offset = 0; offset + bytes <= r.size(); offset += bytes) {
    const exec::element_shadow s(r, offset, bytes);
    if (r.is_undefined(offset, bytes) || s.known() || (s.taints() & exec::taint_born) != 0) continue;
    if (!may_be_number(element_value(r, t, offset), t)) return true;
  }
  return false;
}

} // namespace

std::optional<dtype> type_by_lineage(const exec::region& r) {
  std::array<std::uint64_t, 64> votes{};
  const auto vote = [&](dtype t) { ++votes[static_cast<std::size_t>(t)]; };
  for (std::uint64_t cell = 0; cell < r.cells() && !r.shadow.empty(); ++cell) {
    const exec::shadow_cell* const s = r.shadow.find(cell);
    if (s == nullptr || (cell + 1) * 4 > r.size()) continue;
    const double exact = bit_cast<double>(*r.shadow.words(cell));
    std::uint32_t bits;
    std::memcpy(&bits, r.data.data() + cell * 4, 4);
    using t = exec::shadow_tag;
    if (s->tag == t::f32 || s->tag == t::derived) vote(dtype::f32);
    if (s->tag == t::f64) vote(dtype::f64);
    if (s->tag == t::half || (s->tag == t::half2 && s->source == 0)) vote(nearer(dtype::f16, dtype::bf16, bits & 0xffffu, exact));
    if (s->tag == t::byte || s->tag == t::bytes2 || s->tag == t::bytes4) vote(nearer(dtype::e4m3fn, dtype::e5m2, bits & 0xffu, exact));
  }
  const auto best = std::max_element(votes.begin(), votes.end());
  if (*best == 0) return std::nullopt;
  const auto type = static_cast<dtype>(best - votes.begin());
  if (r.size() % tensor::size_of(type) != 0) return std::nullopt;
  return is_shared(r, type) ? words_of(type) : type;
}

} // namespace fpcheck::analysis
