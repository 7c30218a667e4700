#include "warp_intervals.hpp"

#include <fpcheck/ptx/module.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace fpcheck::exec {
namespace {

/// The first architecture whose lanes need not go on together.
constexpr int first_independent = 70;

int architecture_of(const program& p) {
  const std::string& t = p.module->target;
  return t.starts_with("sm_") ? std::atoi(t.c_str() + 3) : 0;
}

} // namespace

void warp_intervals::watch(const program& p) {
  watches_ = architecture_of(p) >= first_independent && std::any_of(p.ops.begin(), p.ops.end(), [](const op& o) { return o.meaning.order == ptx::ordering::volatile_ && (o.space == space::shared || o.space == space::generic); });
}

warp_intervals::meeting warp_intervals::note(const warp& w, int lane, std::uint64_t address, bool writes, std::uint32_t value) {
  const std::scoped_lock guard(lock_);
  interval& here = of_[&w];
  if (here.block != w.block->index) here.cells.clear(), here.block = w.block->index;
  touched& t = here.cells[address];
  const std::uint32_t me = 1u << lane, writers = t.writers & ~me, readers = t.readers & ~me;
  meeting out;
  if (writers != 0 && !(writes && t.value == value)) out = {std::countr_zero(writers), true};
  else if (writes && readers != 0) out = {std::countr_zero(readers), false};
  if (writes) t.writers |= me, t.value = value;
  else t.readers |= me;
  return out;
}

void warp_intervals::end(const warp& w) {
  const std::scoped_lock guard(lock_);
  if (const auto it = of_.find(&w); it != of_.end()) it->second.cells.clear();
}

} // namespace fpcheck::exec
