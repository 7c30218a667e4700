// Video instructions on one part of each register. Source of every rule: PTX ISA, scalar video instructions.
#include "scalar_video.hpp"

#include "lane_access.hpp"
#include "shadow_move.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using m = ptx::modifier;
using f = ptx::form;
using ptx::register_part;

/// Where a part lies in its register.
struct bits_of_part {
  int first = 0, count = 32;
};
bits_of_part bits_in(register_part p) {
  switch (p) {
  case register_part::b0: return {0, 8};
  case register_part::b1: return {8, 8};
  case register_part::b2: return {16, 8};
  case register_part::b3: return {24, 8};
  case register_part::h0: return {0, 16};
  case register_part::h1: return {16, 16};
  default: return {};
  }
}

std::int64_t part_of(std::uint32_t word, register_part p, bool is_signed) {
  const bits_of_part at = bits_in(p);
  const auto v = static_cast<std::int64_t>(word >> at.first & ((std::uint64_t{1} << at.count) - 1));
  return is_signed && (v >> (at.count - 1) & 1) != 0 ? v - (std::int64_t{1} << at.count) : v;
}

/// The end of the range of `count` bits that a value beyond it becomes.
std::int64_t clamped(std::int64_t v, int count, bool is_signed) {
  const std::int64_t low = is_signed ? -(std::int64_t{1} << (count - 1)) : 0, high = (std::int64_t{1} << (is_signed ? count - 1 : count)) - 1;
  return std::clamp(v, low, high);
}

/// op::choice: what the words say.
struct video_choice {
  bool signed_result = false; ///< of vset: its first operand has a sign
  bool signed_a = false, signed_b = false;
  std::uint8_t words = 0; ///< bits of `video_word`
};
enum video_word : std::uint8_t { saturates = 1, wraps = 2, then_adds = 4, then_min = 8, then_max = 16, adds_one = 32 };

std::int64_t shifted(std::int64_t a, std::uint32_t by, bool left, bool wraps_around) {
  const std::uint32_t n = wraps_around ? by & 31u : std::min(by, 32u);
  if (!left) return a >> n;
  const __int128 wide = static_cast<__int128>(a) << n; // a has 33 bits, n is 32 at most
  const __int128 limit = std::int64_t{1} << 62;
  return static_cast<std::int64_t>(wide > limit ? limit | (wide & 0xffffffff) : wide < -limit ? -limit | (wide & 0xffffffff) : wide);
}

bool holds(const ptx::instruction& i, std::int64_t a, std::int64_t b) {
  return i.has(m::eq) ? a == b : i.has(m::ne) ? a != b : i.has(m::lt) ? a < b : i.has(m::le) ? a <= b : i.has(m::gt) ? a > b : a >= b;
}

std::int64_t primary(const ptx::instruction& i, const video_choice& s, std::int64_t a, std::int64_t b) {
  switch (i.form) {
  case f::vadd: return a + b;
  case f::vsub: return a - b;
  case f::vabsdiff: return a < b ? b - a : a - b;
  case f::vmin: return std::min(a, b);
  case f::vmax: return std::max(a, b);
  case f::vset: return holds(i, a, b) ? 1 : 0;
  default: return shifted(a, static_cast<std::uint32_t>(b), i.form == f::vshl, (s.words & wraps) != 0);
  }
}

/// a b + c, with signs turned where that is written.
std::uint32_t multiplied(const ptx::instruction& i, const video_choice& s, std::int64_t a, std::int64_t b, std::uint32_t c) {
  const auto product = static_cast<std::uint32_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  const bool turned = i.operands[1].negated != i.operands[2].negated;
  return (turned ? 0u - product : product) + (i.operands[3].negated ? 0u - c : c) + ((s.words & adds_one) != 0 ? 1u : 0u);
}

std::uint32_t combined(const ptx::instruction& i, const video_choice& s, std::int64_t v, std::uint32_t c) {
  const bits_of_part to = bits_in(i.operands[0].part);
  if ((s.words & saturates) != 0) v = clamped(v, to.count, s.signed_result);
  const auto w = static_cast<std::uint32_t>(v);
  if ((s.words & then_adds) != 0) return w + c;
  // Compared before the result is cut to 32 bits; without a sign, negative ones are beyond all others.
  const bool is_below = s.signed_result ? v < static_cast<std::int32_t>(c) : static_cast<std::uint64_t>(v) < c;
  const bool is_above = s.signed_result ? v > static_cast<std::int32_t>(c) : static_cast<std::uint64_t>(v) > c;
  if ((s.words & then_min) != 0) return is_above ? c : w;
  if ((s.words & then_max) != 0) return is_below ? c : w;
  if (to.count == 32) return w;
  const auto field = static_cast<std::uint32_t>(((std::uint64_t{1} << to.count) - 1) << to.first);
  // The upper half is taken as it is: so does the device (tests/gpu/RESULTS.md).
  return (c & ~field) | ((i.operands[0].part == register_part::h1 ? w : w << to.first) & field);
}

void video(warp& w, const op& o) {
  const auto s = o.choice.as<video_choice>();
  const ptx::instruction& i = *o.source;
  const std::uint32_t *const a = w.lanes<std::uint32_t>(o.a), *const b = w.lanes<std::uint32_t>(o.b), *const c = o.c ? w.lanes<std::uint32_t>(o.c) : nullptr;
  std::uint32_t out[warp_size] = {};
  for_each_lane(w.exec, [&](int k) {
    const std::int64_t x = part_of(a[k], i.operands[1].part, s.signed_a), y = part_of(b[k], i.operands[2].part, s.signed_b);
    const std::uint32_t z = c != nullptr ? c[k] : 0;
    out[k] = i.form == f::vmad ? multiplied(i, s, x, y, z) : combined(i, s, primary(i, s, x, y), z);
  });
  write_lanes(w, o.d, out, w.exec);
  spread_taints(w, o);
}

} // namespace

handler bind_scalar_video(const ptx::instruction& i, op& o) {
  const bool sets = i.form == f::vset;
  const auto is_signed = [&](int n) { return i.type(n) == m::s32; };
  const auto flag = [&](m word, video_word bit) { return i.has(word) ? bit : 0; };
  const int words = flag(m::sat, saturates) | flag(m::wrap, wraps) | flag(m::add, then_adds) | flag(m::min, then_min) | flag(m::max, then_max) | flag(m::po, adds_one);
  // What the device makes of these is not what the manual says.
  const bool saturates_part = i.has(m::sat) && (i.operands[0].part != register_part::whole || i.has(m::add) || i.has(m::min) || i.has(m::max));
  const bool scaled = i.form == f::vmad && (i.has(m::sat) || i.has(m::shr7) || i.has(m::shr15));
  if (saturates_part || scaled || (i.has(m::sat) && (i.form == f::vshl || i.form == f::vabsdiff))) return nullptr;
  o.choice.set(video_choice{is_signed(0), is_signed(sets ? 0 : 1), is_signed(sets ? 1 : 2), static_cast<std::uint8_t>(words)});
  return o.d && o.a && o.b ? &video : nullptr;
}

} // namespace fpcheck::exec
