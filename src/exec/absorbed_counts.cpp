#include "absorbed_counts.hpp"

#include "exact_numbers.hpp"
#include "handlers.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

namespace fpcheck::exec {
namespace {

/// Updates in a row that add the same and change nothing: that is counting, and no chance.
constexpr std::uint64_t lost_counts = 4;

bool is_sum_of_one(const op& o) {
  const bool format = o.format == number::f32 || o.format == number::f64 || o.format == number::f16 || o.format == number::bf16;
  return o.meaning.access == ptx::access::atomic && ptx::is_real_sum(o.meaning) && o.vector == 1 && o.meaning.parts == 1 && format;
}
bool is_whole(double v) { return std::fabs(v) < INFINITY && v == std::trunc(v); }

/// The whole numbers that the lanes of one execution add, and where.
struct update {
  const region* where = nullptr;
  std::uint64_t offset = 0, code = 0;
};

std::uint64_t held_at(const update& u, unsigned bytes) {
  std::uint64_t code = 0;
  std::memcpy(&code, u.where->data.data() + u.offset, bytes);
  return code;
}

/// Lanes that add a whole number to one; none where every place has units left for what comes. A place that stands far above where
/// counting by such a number ends did not come there by counting: what it loses is judged as other sums are.
std::uint32_t whole_updates(warp& w, const op& o, const judgement& judged, update* out) {
  std::uint32_t lanes = 0;
  bool at_risk = false;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t code = o.width == 8 ? w.lanes<std::uint64_t>(o.b)[i] : w.lanes<std::uint32_t>(o.b)[i] & (o.width == 2 ? 0xffffu : 0xffffffffu);
    const double addend = value_of_code(o.format, code);
    if (addend == 0 || !is_whole(addend)) return;
    const std::uint64_t base = !o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i];
    const std::uint64_t address = base + static_cast<std::uint64_t>(o.displacement);
    const region* const r = resolve(w, o.space, i, address, o.width);
    if (r == nullptr) return;
    out[i] = {r, offset_in(*r, o.space, address), code};
    const double before = value_of_code(o.format, held_at(out[i], o.width)), last = std::fabs(addend) * std::ldexp(1.0, limits_of(o.format).precision);
    if (!is_whole(before) || std::fabs(before) > judged.farthest_count * last) return;
    at_risk = at_risk || last <= judged.nearing_count * std::fabs(before);
    lanes |= 1u << i;
  });
  return at_risk ? lanes : 0u;
}

/// The lanes add one after the other, each to what the one before left.
void watch_update(warp& w, const op& o) {
  update all[warp_size];
  const std::uint32_t lanes = whole_updates(w, o, wrapped(w).judged, all);
  if (lanes == 0) return run_inner(w, o);
  wrapped_machine& m = wrapped(w);
  {
    const std::scoped_lock guard(m.lock);
    std::map<std::pair<const region*, std::uint64_t>, std::uint64_t> held;
    for_each_lane(lanes, [&](int i) {
      const update& u = all[i];
      std::uint64_t& code = held.try_emplace({u.where, u.offset}, held_at(u, o.width)).first->second;
      const std::uint64_t sum = float_atomic_add(o, code, u.code);
      auto& c = m.counters[{u.where, u.offset}];
      c.alike = sum != code ? 0 : c.addend == u.code ? c.alike + 1 : 1;
      c.turns = sum != code ? 0 : c.turns + 1;
      c.addend = u.code, code = sum;
      if (c.turns < m.judged.lost_updates && c.alike < lost_counts) return;
      absorbed_count& to = m.absorbed_counts[o.pc];
      to.lost = std::max(to.lost, c.turns);
      if (std::exchange(c.told, true) || to.places++ != 0) return;
      to.pc = o.pc, to.value = value_of_code(o.format, code), to.addend = value_of_code(o.format, u.code), to.launch = m.launch_index;
      std::copy_n(w.block->position, 3, to.cta);
      for (std::size_t k = 0; k < 3; ++k) to.thread[k] = w.special[(sp_tid_x + k) * warp_size + static_cast<std::size_t>(i)];
    });
  }
  run_inner(w, o);
}

} // namespace

void watch_counters(wrapped_machine& m) {
  for (op& o : m.ops)
    if (o.bits != nullptr && o.source != nullptr && is_sum_of_one(o)) wrap(m, o, &watch_update);
}

} // namespace fpcheck::exec
