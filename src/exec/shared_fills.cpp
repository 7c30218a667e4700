#include "shared_fills.hpp"

#include "memory_flow.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

constexpr std::size_t most_blocks = 64;  ///< that are remembered
constexpr std::uint64_t as_near = 16;    ///< cells: a store of some threads may be farther than one of all by so many

/// The distance of a cell from the nearest of others, within an array; nothing where none of them lies there.
std::optional<std::uint64_t> distance_to(const std::set<std::uint64_t>& cells, std::uint64_t first, std::uint64_t end, std::uint64_t cell) {
  std::optional<std::uint64_t> out;
  const auto above = cells.lower_bound(cell);
  if (above != cells.end() && *above < end) out = *above - cell;
  if (above != cells.begin() && *std::prev(above) >= first) out = std::min(out.value_or(~std::uint64_t{0}), cell - *std::prev(above));
  return out;
}

const function_code* code_around(const program& p, std::uint32_t pc) {
  const auto f = std::find_if(p.functions.begin(), p.functions.end(), [&](const function_code& x) { return pc >= x.first && pc < x.first + x.count; });
  return f != p.functions.end() ? &*f : nullptr;
}

/// The only store to an array, or the first of several, where none of them was executed.
std::optional<std::uint32_t> written_store(const program& p, std::uint32_t reader) {
  const function_code* const f = code_around(p, reader);
  if (f == nullptr) return std::nullopt;
  const memory_flow flow(p, *f);
  const array_set read = flow.arrays(p.ops[reader]);
  if (read.size() != 1 || read.begin()->kind != array_kind::shared) return std::nullopt;
  for (std::uint32_t pc = f->first; pc < f->first + f->count; ++pc) {
    const op& o = p.ops[pc];
    if (o.meaning.access != ptx::access::store || !ptx::accesses_by_lane(o.meaning) || o.addressing != addressing::memory) continue;
    if (flow.arrays(o) == read) return pc;
  }
  return std::nullopt;
}

} // namespace

bool shared_fills::writes::alike() const {
  return !turns.empty() && turns[0] != 0 && std::all_of(turns.begin(), turns.end(), [&](std::uint32_t n) { return n == turns[0]; });
}

shared_fills::block_writes& shared_fills::writes_of(const warp& w) {
  const cta& c = *w.block;
  const std::uint32_t launch = w.host->launch_index;
  if (const auto known = blocks_.find(&c); known != blocks_.end() && known->second.launch == launch && known->second.index == c.index) return known->second;
  if (blocks_.size() >= most_blocks) blocks_.clear();
  blocks_[&c] = block_writes{launch, c.index, {}, {}};
  return blocks_[&c];
}

void shared_fills::note_store(warp& w, const op& o, const accessed_places& at) {
  const region& shared = w.block->shared;
  block_writes* b = nullptr;
  writes* s = nullptr;
  for_each_lane(at.lanes, [&](int i) {
    if (at.where[static_cast<std::size_t>(i)] != &shared) return;
    if (b == nullptr) {
      b = &writes_of(w), s = &b->stores[o.pc];
      s->turns.resize(w.block->threads);
    }
    const std::size_t thread = w.index * warp_size + static_cast<std::size_t>(i);
    if (thread < s->turns.size()) ++s->turns[thread];
    const std::uint64_t from = at.offset[static_cast<std::size_t>(i)];
    bool over = false;
    for (std::uint64_t cell = from / 4; cell * 4 < from + at.bytes; ++cell) {
      s->cells.insert(cell), everywhere_[o.pc].insert(cell);
      last_write& last = b->cells.try_emplace(cell, last_write{o.pc, true, true}).first->second;
      over = over || (last.pc != o.pc && !last.read && !last.literal);
      last = {o.pc, false, !o.list.empty() && o.list[0].where == pool::constant};
    }
    ++s->made, s->over += over;
  });
}

void shared_fills::note_load(const warp& w, const accessed_places& at) {
  for_each_lane(at.lanes, [&](int i) {
    if (at.where[static_cast<std::size_t>(i)] != &w.block->shared) return;
    auto& cells = writes_of(w).cells;
    const std::uint64_t from = at.offset[static_cast<std::size_t>(i)];
    for (std::uint64_t cell = from / 4; cell * 4 < from + at.bytes; ++cell)
      if (const auto known = cells.find(cell); known != cells.end()) known->second.read = true;
  });
}

shared_fills::array_cells shared_fills::array_around(const warp& w, std::uint64_t offset) {
  const program& p = *w.host->code;
  array_cells out{0, (w.block->shared.size() + 3) / 4};
  for (std::size_t k = 0; k < p.module->variables.size(); ++k) {
    const ptx::variable& v = p.module->variables[k];
    if (v.space != ptx::state_space::shared) continue;
    const std::uint64_t first = p.symbol_address[k], end = v.size != 0 ? first + v.size : w.block->shared.size();
    if (first <= offset && offset < end) out = {first / 4, (end + 3) / 4};
  }
  return out;
}

/// The nearest store that other blocks execute and this one does not; not the other side of a branch by which this one went to a store.
std::optional<std::uint32_t> shared_fills::missed_by_block(const program& p, const block_writes& b, const array_cells& a, std::uint64_t cell) const {
  std::set<std::uint32_t> taken;
  for (const auto& [pc, s] : b.stores)
    for (const std::uint32_t d : deciders_of(p, pc)) taken.insert(d);
  std::optional<std::uint32_t> best;
  std::uint64_t least = ~std::uint64_t{0};
  for (const auto& [pc, cells] : everywhere_) {
    if (b.stores.contains(pc)) continue;
    const auto away = distance_to(cells, a.first, a.end, cell);
    const std::vector<std::uint32_t> by = deciders_of(p, pc);
    if (away && *away < least && (by.empty() || !taken.contains(by[0]))) least = *away, best = pc;
  }
  return best;
}

std::optional<fill_place> shared_fills::store_for(const warp& w, const op& reader, std::uint64_t offset) {
  const program& p = *w.host->code;
  const block_writes& b = writes_of(w);
  const array_cells a = array_around(w, offset);
  const std::uint64_t cell = offset / 4;
  std::optional<std::uint32_t> again, of_all, of_some;
  std::uint64_t away_all = ~std::uint64_t{0}, away_some = away_all;
  for (const auto& [pc, s] : b.stores) {
    const auto away = distance_to(s.cells, a.first, a.end, cell);
    if (!away) continue;
    if (s.made != 0 && s.over == s.made) again = pc;
    if (s.alike() && *away < away_all) away_all = *away, of_all = pc;
    if (!s.alike() && *away <= away_some) away_some = *away, of_some = pc;
  }
  if (again) return fill_place{*again};
  if (const auto missed = missed_by_block(p, b, a, cell)) return fill_place{*missed};
  if (of_some && (!of_all || away_some <= away_all + as_near)) return fill_place{*of_some};
  if (of_all) return fill_place{*of_all, true};
  const auto written = written_store(p, reader.pc);
  return written ? std::optional(fill_place{*written}) : std::nullopt;
}

} // namespace fpcheck::exec
