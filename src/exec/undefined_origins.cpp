#include "undefined_origins.hpp"

#include "shadow_move.hpp"

#include <fpcheck/exec/fill_places.hpp>

#include <algorithm>

namespace fpcheck::exec {
namespace {

constexpr std::uint32_t first_predicate = 0x80000000u;
constexpr std::size_t most_cells = std::size_t{1} << 20; ///< of memory that are remembered, in some 64 MB
constexpr std::uint32_t unknown = nobody - 1;            ///< the origin of what any other cell holds

bool reads_memory(const op& o) { return o.meaning.access == ptx::access::load || o.meaning.access == ptx::access::atomic; }
bool changes_memory(const op& o) { return o.meaning.access == ptx::access::store || o.meaning.access == ptx::access::atomic; }

std::array<std::uint32_t, warp_size> no_origins() {
  std::array<std::uint32_t, warp_size> out;
  out.fill(nobody);
  return out;
}

void run_followed(warp& w, const op& o) { wrapped(w).undefined->follow(w, o, wrapped(w).followed[o.pc]); }

} // namespace

struct undefined_origins::inflow {
  std::uint32_t lanes = 0;       ///< that meet something undefined
  lane_origins origin{};         ///< of these
  void add(int lane, std::uint32_t pc) {
    if ((lanes >> lane & 1u) != 0) return; // the first operand stands for all
    lanes |= 1u << lane, origin[static_cast<std::size_t>(lane)] = pc;
  }
  /// Where a result of `lane` came from: lanes tell each other in shuffles and votes.
  std::uint32_t of(int lane, std::uint32_t otherwise) const {
    if ((lanes >> lane & 1u) != 0) return origin[static_cast<std::size_t>(lane)];
    return lanes != 0 ? origin[static_cast<std::size_t>(std::countr_zero(lanes))] : otherwise;
  }
};

void undefined_origins::add_known(const place& at, std::uint32_t lanes, inflow& to) const {
  const auto known = registers_.find(at);
  if (known == registers_.end()) return;
  for_each_lane(lanes, [&](int i) {
    const std::uint32_t pc = known->second[static_cast<std::size_t>(i)];
    if (pc != nobody) to.add(i, pc);
  });
}

void undefined_origins::add_register(warp& w, const ref& r, int bits, inflow& to) const {
  if (r.where != pool::frame) return;
  for (std::uint32_t k = 0; k < (bits == 64 ? 2u : 1u); ++k) {
    const ref slot = following(r, k);
    const std::uint32_t lanes = (w.shadow(slot).poison | w.shadow(slot).stray) & w.exec;
    if (lanes == 0) continue;
    add_known({w.top, slot.slot()}, lanes, to);
  }
}

void undefined_origins::add_predicate(const warp& w, const predicate_ref& p, inflow& to) const {
  if (!p) return;
  const std::uint32_t lanes = w.top->predicate_poison[p.index] & w.groups[w.current].mask;
  if (lanes != 0) add_known({w.top, first_predicate | p.index}, lanes, to);
}

undefined_origins::inflow undefined_origins::sources_of(warp& w, const op& o) const {
  inflow out;
  // An address before what is stored there: what depends on both is first of all somewhere that nobody chose.
  add_register(w, o.a, o.a_bits, out), add_register(w, o.b, o.b_bits, out), add_register(w, o.c, 32, out), add_register(w, o.e, 32, out);
  const bool lists_results = o.meaning.access == ptx::access::load || (o.a && !o.d && o.meaning.access == ptx::access::none);
  for (const ref& r : o.list)
    if (!lists_results) add_register(w, r, o.meaning.access == ptx::access::store ? o.b_bits : 32, out);
  add_predicate(w, o.pa, out), add_predicate(w, o.pb, out), add_predicate(w, o.guard, out);
  return out;
}

/// What an access finds undefined: of what was written so, where that came from; of what nothing wrote, nothing.
void undefined_origins::add_cells(const accessed_places& at, inflow& to) const {
  for_each_lane(at.lanes, [&](int i) {
    const region& r = *at.where[static_cast<std::size_t>(i)];
    if (r.state.empty()) return;
    for (std::uint64_t k = 0; k < at.bytes; ++k) {
      const std::uint64_t offset = at.offset[static_cast<std::size_t>(i)] + k;
      if (!r.is_undefined(offset, 1) || !r.is_written(offset, 1)) continue;
      if (const auto known = found_.cells.find({&r, offset / 4}); known != found_.cells.end()) return to.add(i, known->second);
      else if (found_.cells.size() >= most_cells) return to.add(i, unknown);
    }
  });
}

void undefined_origins::keep_cell(const std::pair<const region*, std::uint64_t>& at, std::uint32_t origin) {
  if (found_.cells.size() < most_cells) found_.cells[at] = origin;
  else if (const auto known = found_.cells.find(at); known != found_.cells.end()) known->second = origin;
}

void undefined_origins::keep_cells(const accessed_places& at, const op& o, const inflow& from) {
  for_each_lane(at.lanes, [&](int i) {
    const region& r = *at.where[static_cast<std::size_t>(i)];
    if (r.state.empty()) return;
    for (std::uint64_t cell = at.offset[static_cast<std::size_t>(i)] / 4; cell * 4 < at.offset[static_cast<std::size_t>(i)] + at.bytes; ++cell) {
      bool undefined = false;
      for (std::uint64_t k = cell * 4; k < std::min<std::uint64_t>(cell * 4 + 4, r.size()); ++k) undefined |= r.is_undefined(k, 1) && r.is_written(k, 1);
      if (undefined) keep_cell({&r, cell}, (from.lanes >> i & 1u) != 0 ? from.origin[static_cast<std::size_t>(i)] : o.pc);
    }
  });
}

void undefined_origins::keep_slot(warp& w, const op& o, const ref& r, const inflow& from) {
  if (r.where != pool::frame) return;
  const std::uint32_t lanes = (w.shadow(r).poison | w.shadow(r).stray) & w.exec;
  if (lanes == 0) return;
  lane_origins& to = registers_.try_emplace({w.top, r.slot()}, no_origins()).first->second;
  for_each_lane(lanes, [&](int i) { to[static_cast<std::size_t>(i)] = from.of(i, o.pc); });
}

void undefined_origins::keep_results(warp& w, const op& o, const inflow& from) {
  for (std::uint32_t k = 0; k < 2; ++k) {
    if (k == 0 || o.d_bits == 64) {
      if (o.d) keep_slot(w, o, following(o.d, k), from);
      if (o.d2) keep_slot(w, o, following(o.d2, k), from);
    }
    const bool lists_results = o.meaning.access == ptx::access::load || (o.a && !o.d);
    for (const ref& r : o.list)
      if (lists_results && r && (k == 0 || o.d_bits == 64)) keep_slot(w, o, following(r, k), from);
  }
  for (const ref& r : o.results)
    if (r && o.flow == control::next) keep_slot(w, o, r, from);
  for (const predicate_ref* p : {&o.pd, &o.pd2}) {
    const std::uint32_t lanes = *p ? w.top->predicate_poison[p->index] & w.exec : 0u;
    if (lanes == 0) continue;
    lane_origins& to = registers_.try_emplace({w.top, first_predicate | p->index}, no_origins()).first->second;
    for_each_lane(lanes, [&](int i) { to[static_cast<std::size_t>(i)] = from.of(i, o.pc); });
  }
}

/// Which store left unwritten what the load or atomic `o` finds so, if it is the first time.
void undefined_origins::note_fill(const warp& w, const op& o, const accessed_places& at) {
  if (found_.uses.contains(fill_mark | o.pc)) return;
  const region& shared = w.block->shared;
  for_each_lane(at.lanes, [&](int i) {
    const std::uint64_t from = at.offset[static_cast<std::size_t>(i)];
    if (at.where[static_cast<std::size_t>(i)] != &shared || shared.state.empty() || found_.uses.contains(fill_mark | o.pc)) return;
    for (std::uint64_t k = from; k < from + at.bytes; ++k)
      if (shared.is_undefined(k, 1) && !shared.is_written(k, 1)) {
        const auto store = fills_.store_for(w, o, k);
        found_.uses.emplace(fill_mark | o.pc, !store ? no_fill : store->by_all ? fill_mark | store->pc : store->pc);
        return;
      }
  });
}

void undefined_origins::follow(warp& w, const op& o, handler inner) {
  inflow from = sources_of(w, o);
  const accessed_places at = places_accessed(w, o);
  if (o.meaning.access == ptx::access::store) fills_.note_store(w, o, at);
  if (reads_memory(o)) {
    fills_.note_load(w, at), note_fill(w, o, at);
    inflow cells;
    add_cells(at, cells);
    // What is read is undefined because of the memory; lanes that find nothing written there are the first.
    for_each_lane(at.lanes & ~cells.lanes, [&](int i) {
      const region& r = *at.where[static_cast<std::size_t>(i)];
      for (std::uint64_t k = 0; k < at.bytes && !r.state.empty(); ++k)
        if (r.is_undefined(at.offset[static_cast<std::size_t>(i)] + k, 1)) return cells.add(i, o.pc);
    });
    for_each_lane(from.lanes, [&](int i) { cells.add(i, from.origin[static_cast<std::size_t>(i)]); });
    from = cells;
  }
  inner(w, o);
  keep_results(w, o, from);
  if (changes_memory(o)) keep_cells(at, o, from);
}

void undefined_origins::note_use(warp& w, const op& o, std::uint32_t lanes) {
  const inflow from = sources_of(w, o);
  const std::uint32_t known = from.lanes & lanes;
  const std::uint32_t origin = known != 0 ? from.origin[static_cast<std::size_t>(std::countr_zero(known))] : unknown;
  if (origin != unknown) found_.uses.emplace(o.pc, origin);
}

void undefined_origins::hand_on(const frame& to, const ref& d, const frame& from, const ref& a, std::uint32_t mask) {
  if (a.where != pool::frame || d.where != pool::frame) return;
  const auto known = registers_.find({&from, a.slot()});
  if (known == registers_.end()) return;
  const lane_origins origins = known->second;
  lane_origins& there = registers_.try_emplace({&to, d.slot()}, no_origins()).first->second;
  for_each_lane(mask, [&](int i) { there[static_cast<std::size_t>(i)] = origins[static_cast<std::size_t>(i)]; });
}

void follow_undefined(wrapped_machine& m, undefined_origins& origins) {
  m.undefined = &origins;
  m.followed.resize(m.ops.size());
  for (op& o : m.ops)
    if (o.fn != nullptr) m.followed[o.pc] = o.fn, o.fn = &run_followed;
}

} // namespace fpcheck::exec
