#include "atomic_sums.hpp"

#include "handlers.hpp"

#include <fpcheck/ptx/meaning.hpp>

#include <cstring>
#include <mutex>

namespace fpcheck::exec {
namespace {

bool is_sum_of_one(const op& o) {
  const bool format = o.format == number::f32 || o.format == number::f64 || o.format == number::f16 || o.format == number::bf16;
  return o.meaning.access == ptx::access::atomic && ptx::is_real_sum(o.meaning) && o.vector == 1 && format && !o.source->has(ptx::modifier::f16x2) && !o.source->has(ptx::modifier::bf16x2);
}

void record_addends(warp& w, const op& o) {
  std::uint64_t address[warp_size], before[warp_size], addend[warp_size];
  region* where[warp_size] = {};
  const std::uint32_t lanes = w.exec;
  for_each_lane(lanes, [&](int i) {
    address[i] = (!o.a ? 0 : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i]) + static_cast<std::uint64_t>(o.displacement);
    addend[i] = o.width == 8 ? w.lanes<std::uint64_t>(o.b)[i] : w.lanes<std::uint32_t>(o.b)[i] & (o.width == 2 ? 0xffffu : 0xffffffffu);
    region* const r = resolve(w, o.space, i, address[i], o.width);
    if (r != nullptr && r->buffer != nobody) where[i] = r;
  });
  for_each_lane(lanes, [&](int i) {
    before[i] = 0;
    if (where[i] != nullptr) std::memcpy(&before[i], where[i]->data.data() + offset_in(*where[i], o.space, address[i]), o.width);
  });
  run_inner(w, o);
  wrapped_machine& m = wrapped(w);
  const std::scoped_lock guard(m.lock);
  for_each_lane(lanes, [&](int i) {
    if (where[i] == nullptr || m.addends.size() == most_addends) return;
    atomic_addend x;
    x.pc = o.pc, x.buffer = where[i]->buffer, x.offset = offset_in(*where[i], o.space, address[i]);
    x.cta = static_cast<std::uint32_t>(w.block->index), x.thread = w.index * warp_size + static_cast<std::uint32_t>(i);
    x.barriers = m.barriers_passed[w.block], x.before = before[i], x.addend = addend[i];
    m.addends.push_back(x);
  });
}

} // namespace

void record_atomic_sums(wrapped_machine& m) {
  m.records_sums = true;
  for (op& o : m.ops)
    if (o.bits != nullptr && o.source != nullptr && is_sum_of_one(o)) wrap(m, o, &record_addends);
}

void note_barrier(const cta& c) {
  if (c.warps.empty()) return;
  wrapped_machine& m = wrapped(*c.warps.front());
  if (!m.records_sums) return;
  const std::scoped_lock guard(m.lock);
  ++m.barriers_passed[&c];
}

} // namespace fpcheck::exec
