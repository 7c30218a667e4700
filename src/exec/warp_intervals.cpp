#include "warp_intervals.hpp"

#include "unasked_reads.hpp"

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

bool is_watched(const op& o) {
  const bool meets_others = o.space == space::shared || o.space == space::global || o.space == space::generic;
  return ptx::accesses_by_lane(o.meaning) && ptx::is_ordered(o.meaning) && meets_others;
}

/// The blocks that lie on a way from `b` back to it.
std::vector<std::uint32_t> turn_of(const function_code& f, std::uint32_t b) {
  const std::size_t n = f.blocks.size();
  std::vector<std::vector<std::uint32_t>> before(n);
  for (std::uint32_t k = 0; k < n; ++k)
    for (const std::uint32_t s : f.blocks[k].successors) before[s].push_back(k);
  const auto reach = [&](auto next) {
    std::vector<bool> seen(n);
    std::vector<std::uint32_t> open(next(b).begin(), next(b).end());
    while (!open.empty()) {
      const std::uint32_t k = open.back();
      open.pop_back();
      if (seen[k]) continue;
      seen[k] = true;
      open.insert(open.end(), next(k).begin(), next(k).end());
    }
    return seen;
  };
  const auto after = reach([&](std::uint32_t k) -> const std::vector<std::uint32_t>& { return f.blocks[k].successors; });
  const auto ahead = reach([&](std::uint32_t k) -> const std::vector<std::uint32_t>& { return before[k]; });
  std::vector<std::uint32_t> out;
  for (std::uint32_t k = 0; k < n; ++k)
    if (after[k] && ahead[k]) out.push_back(k);
  return out;
}

/// Whether the address that `r` holds is put together in the blocks of a loop: by more than moves.
bool changes_in(const program& p, const function_code& f, const std::vector<std::uint32_t>& blocks, const ref& r) {
  return std::any_of(blocks.begin(), blocks.end(), [&](std::uint32_t b) {
    return std::any_of(p.ops.begin() + f.blocks[b].first, p.ops.begin() + f.blocks[b].last + 1, [&](const op& o) {
      const bool moves = o.meaning.operation == ptx::operation::move || o.meaning.operation == ptx::operation::address || ptx::is_conversion(o.meaning);
      return o.d.where == r.where && o.d.offset == r.offset && !moves;
    });
  });
}

bool polls(const program& p, const function_code& f, const op& o) {
  if (o.meaning.access != ptx::access::load || !is_watched(o)) return false;
  const auto blocks = turn_of(f, o.block);
  const bool stores = std::any_of(blocks.begin(), blocks.end(), [&](std::uint32_t b) {
    return std::any_of(p.ops.begin() + f.blocks[b].first, p.ops.begin() + f.blocks[b].last + 1,
                       [](const op& x) { return x.meaning.access == ptx::access::store && x.space != space::local && x.addressing != addressing::slots; });
  });
  return !blocks.empty() && !stores && (o.a.where != pool::frame || !changes_in(p, f, blocks, o.a));
}

} // namespace

void warp_intervals::watch(const program& p) {
  polling_.assign(p.ops.size(), false);
  data_ = find_unasked_reads(p);
  watches_ = architecture_of(p) >= first_independent && std::any_of(p.ops.begin(), p.ops.end(), is_watched);
  if (!watches_) return;
  for (const function_code& f : p.functions)
    for (std::uint32_t k = 0; k < f.count; ++k) polling_[f.first + k] = polls(p, f, p.ops[f.first + k]);
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
