#include "async_copies.hpp"

#include "atomic_elements.hpp"
#include "byte_copies.hpp"
#include "clusters.hpp"
#include "handlers.hpp"
#include "lane_access.hpp"
#include "mbarriers.hpp"
#include "races.hpp"
#include "shadow_move.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

using f = ptx::form;
using m = ptx::modifier;

/// The size of a bulk copy, 0 where it has none that is possible.
std::uint32_t bulk_size(warp& w, const op& o, int lane) {
  const std::uint32_t bytes = read_count(w, o, o.b, lane);
  if (bytes % 16 == 0) return bytes;
  report_fault(w, o, fault::misaligned, 1u << lane, bytes, "a bulk copy of " + std::to_string(bytes) + " bytes, which is not a multiple of 16");
  return 0;
}

void deliver(warp& w, const op& o, int lane, const lane_place& to, const lane_place& from, const lane_place& signal, std::uint32_t bytes) {
  note_copy_write(w, o, lane, *to.where, to.offset, bytes);
  copy_bytes(w, to, from, bytes);
  complete_bytes(w, o, lane, signal, bytes);
}

/// The same offsets in every CTA of the mask.
void multicast(warp& w, const op& o, int lane, const lane_place& to, const lane_place& from, const lane_place& signal, std::uint32_t bytes) {
  const std::uint32_t mask = read_count(w, o, o.c, lane) & 0xffffu;
  const auto& ctas = w.block->group->ctas;
  if (mask >> ctas.size() != 0)
    report_fault(w, o, fault::out_of_bounds, 1u << lane, mask, "a copy to CTAs that a cluster of " + std::to_string(ctas.size()) + " does not have");
  for (std::size_t r = 0; r < ctas.size(); ++r)
    if (((mask >> r) & 1u) != 0 && !finished(*ctas[r])) deliver(w, o, lane, {&ctas[r]->shared, to.offset}, from, {&ctas[r]->shared, signal.offset}, bytes);
}

/// Into shared memory, with an mbarrier that counts the bytes.
void bulk_load(warp& w, const op& o) {
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    const std::uint32_t bytes = bulk_size(w, o, i);
    lane_place to, from, signal;
    if (bytes == 0 || !find_place(w, o, 0, i, bytes, 16, to) || !find_place(w, o, 1, i, bytes, 16, from) || !find_place(w, o, 2, i, 8, 8, signal)) return;
    if (owner_of(w, *to.where) != owner_of(w, *signal.where))
      return report_fault(w, o, fault::out_of_bounds, 1u << i, signal.offset, "the mbarrier is not in the shared memory that the copy goes to");
    note_copy_read(w, o, i, *from.where, from.offset, bytes);
    note_unfenced(w, o, i, *from.where, from.offset, bytes);
    if (o.source->has(m::multicast_cluster)) multicast(w, o, i, to, from, signal, bytes);
    else deliver(w, o, i, to, from, signal, bytes);
  });
}

/// From shared memory to global memory; a group that is awaited tells of its end.
void bulk_store(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const std::uint32_t bytes = bulk_size(w, o, i);
    lane_place to, from;
    if (bytes == 0 || !find_place(w, o, 0, i, bytes, 16, to) || !find_place(w, o, 1, i, bytes, 16, from) || !is_writable(w, o, i, to)) return;
    note_copy_read(w, o, i, *from.where, from.offset, bytes);
    note_unfenced(w, o, i, *from.where, from.offset, bytes);
    note_copy_write(w, o, i, *to.where, to.offset, bytes);
    note_writer(w, o, to, bytes);
    copy_bytes(w, to, from, bytes);
  });
}

/// Elements of shared memory combined with those of global memory, or of a CTA's shared memory whose mbarrier counts the bytes.
void bulk_reduce(warp& w, const op& o) {
  const bool is_global = o.form == f::cp_reduce_async_bulk_global;
  const op one = reduction_of(o, o.source->type(), reduction_word(*o.source), is_global);
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    const std::uint32_t bytes = bulk_size(w, o, i);
    lane_place to, from, signal;
    if (bytes == 0 || !find_place(w, o, 0, i, bytes, 16, to) || !find_place(w, o, 1, i, bytes, 16, from)) return;
    if (is_global ? !is_writable(w, o, i, to) : !find_place(w, o, 2, i, 8, 8, signal)) return;
    note_copy_read(w, o, i, *from.where, from.offset, bytes);
    note_unfenced(w, o, i, *from.where, from.offset, bytes);
    note_copy_reduction(w, o, i, *to.where, to.offset, bytes);
    note_writer(w, o, to, bytes);
    reduce_elements(w, one, i, o.results[0], to, from, bytes);
    if (!is_global) complete_bytes(w, o, i, signal, bytes);
  });
}

/// One element of a register combined with one of a CTA's shared memory, whose mbarrier counts its bytes.
void reduce_async(warp& w, const op& o) {
  const op one = reduction_of(o, o.source->type(), reduction_word(*o.source), false);
  w.looked = true;
  for_each_lane(w.exec, [&](int i) {
    lane_place to, signal;
    if (!find_place(w, o, 0, i, one.width, one.width, to) || !find_place(w, o, 1, i, 8, 8, signal)) return;
    if (owner_of(w, *to.where) == nullptr || owner_of(w, *to.where) != owner_of(w, *signal.where))
      return report_fault(w, o, fault::out_of_bounds, 1u << i, signal.offset, "the mbarrier is not in the shared memory that is changed");
    note_copy_reduction(w, o, i, *to.where, to.offset, one.width);
    act_on_element(w, one, i, *to.where, to.offset, ref{}, o.b);
    release(w, owner_of(w, *signal.where)->signals[signal.offset]);
    complete_bytes(w, o, i, signal, one.width);
  });
}

/// 4, 8 or 16 bytes, of which the last may be zeros instead.
void small_copy(warp& w, const op& o) {
  for_each_lane(w.exec, [&](int i) {
    const std::uint32_t bytes = w.lanes<std::uint32_t>(o.b)[i];
    const bool ignored = o.pa && ((w.predicate(o.pa) >> i) & 1u) != 0;
    const std::uint32_t taken = ignored ? 0 : o.c ? std::min(read_count(w, o, o.c, i), bytes) : bytes;
    lane_place to, from;
    if (!find_place(w, o, 0, i, bytes, bytes, to)) return;
    note_copy_write(w, o, i, *to.where, to.offset, bytes);
    const std::uint32_t whole = taken / 4 * 4;
    if (taken == 0) return fill_zero(to, bytes);
    if (!find_place(w, o, 1, i, taken, bytes, from)) return fill_zero(to, bytes);
    note_copy_read(w, o, i, *from.where, from.offset, taken);
    fill_zero(to, bytes);
    copy_bytes(w, to, from, whole);
    if (whole == taken) return;
    std::memcpy(to.where->data.data() + to.offset + whole, from.where->data.data() + from.offset + whole, taken - whole);
    for (std::uint32_t k = whole; k < taken; ++k) to.where->write(to.offset + k, 1, from.where->is_undefined(from.offset + k, 1));
  });
}

/// Registers to the shared memory of a CTA, with an mbarrier there that counts the bytes.
void store_async(warp& w, const op& o) {
  w.looked = true;
  const std::uint32_t each = o.width, bytes = each * o.vector;
  for_each_lane(w.exec, [&](int i) {
    lane_place to, signal;
    if (!find_place(w, o, 0, i, bytes, bytes, to) || !find_place(w, o, 1, i, 8, 8, signal)) return;
    if (owner_of(w, *to.where) == nullptr || owner_of(w, *to.where) != owner_of(w, *signal.where))
      return report_fault(w, o, fault::out_of_bounds, 1u << i, signal.offset, "the mbarrier is not in the shared memory that is stored to");
    note_copy_write(w, o, i, *to.where, to.offset, bytes);
    for (std::uint32_t k = 0; k < o.vector; ++k) {
      const ref& a = o.list[4 + k];
      const std::uint64_t v = element_bits(w, a, each == 8 ? 64 : 32, i);
      std::memcpy(to.where->data.data() + to.offset + k * each, &v, each);
      for (std::uint32_t half = 0; half < each / 4; ++half) {
        const ref part = a.where == pool::frame ? following(a, half) : ref{};
        const std::uint64_t at = to.offset + k * each + 4 * half;
        to.where->write(at, 4, part && ((w.shadow(part).poison >> i) & 1u) != 0);
        store_cell(w, part, i, *to.where, at, 4);
      }
    }
    release(w, owner_of(w, *signal.where)->signals[signal.offset]);
    complete_bytes(w, o, i, signal, bytes);
  });
}

std::vector<copy_group>& groups_of(warp& w, const op& o) { return w.copy_groups[o.form == f::cp_async_bulk_commit_group || o.form == f::cp_async_bulk_wait_group ? 1 : 0]; }

void commit_group(warp& w, const op& o) {
  groups_of(w, o).push_back({w.exec, ++w.block->copies});
  constexpr std::size_t most = 64; // older ones are awaited with the next that is
  if (auto& g = groups_of(w, o); g.size() > most) g.erase(g.begin());
}

/// Waits until at most so many of the last groups are under way: those before are known to be done.
void wait_group(warp& w, const op& o) {
  std::uint32_t& known = w.block->clocks[w.index][copy_unit];
  if (o.form == f::cp_async_wait_all) return void(known = ++w.block->copies);
  const std::uint32_t left = w.lanes<std::uint32_t>(o.b)[0], lane = 1u << std::countr_zero(w.exec);
  std::uint32_t seen = 0;
  const auto& groups = groups_of(w, o);
  for (auto g = groups.rbegin(); g != groups.rend(); ++g)
    if ((g->lanes & lane) != 0 && seen++ >= left) return void(known = std::max(known, g->clock));
}

/// Arrives at an mbarrier when the copies before are done: at once. Unless .noinc, the arrival was added to those expected.
void arrive_after_copies(warp& w, const op& o) {
  const bool counted = o.source->has(m::noinc);
  for_each_lane(w.exec, [&](int i) {
    lane_place at;
    if (!find_place(w, o, 0, i, 8, 8, at)) return;
    if (cta* const owner = owner_of(w, *at.where)) tell_of_copies(*owner, owner->signals[at.offset]);
    if (counted) arrive_at(w, o, i, at);
  });
}

void nothing(warp&, const op&) {}

} // namespace

handler bind_async_reduction(const ptx::instruction& i, op& o) {
  const m type = i.type();
  const bool real = type == m::f16 || type == m::bf16 || type == m::f32 || type == m::f64;
  if (real && !i.has(m::add)) return nullptr;
  o.b_bits = ptx::width(type) == 64 ? 64 : 32;
  return i.form == f::red_async ? &reduce_async : &bulk_reduce;
}

handler bind_async_copy(const ptx::instruction& i, op&) {
  switch (i.form) {
  case f::cp_async: case f::cp_async_ignore: return &small_copy;
  case f::cp_async_commit_group: case f::cp_async_bulk_commit_group: return &commit_group;
  case f::cp_async_wait_group: case f::cp_async_bulk_wait_group: case f::cp_async_wait_all: return &wait_group;
  case f::cp_async_mbarrier_arrive: return &arrive_after_copies;
  case f::cp_async_bulk_load: case f::cp_async_bulk_shared: return &bulk_load;
  case f::cp_async_bulk_store: return &bulk_store;
  case f::st_async: return &store_async;
  default: return &nothing;
  }
}

} // namespace fpcheck::exec
