#include "races.hpp"

#include "clusters.hpp"
#include "handlers.hpp"
#include "intended.hpp"
#include "race_places.hpp"
#include "shared_names.hpp"
#include "wrapped_machine.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// Who touches shared memory: a thread of its CTA, a visitor from its cluster or the copy unit, and what is known to have happened
/// before. A warp's clock counts its own synchronisations, so an access of the same warp is ordered once the clock has moved on.
struct visitor {
  std::uint32_t thread = 0, now = 0; ///< 1 + index; the clock of its warp
  const warp_clock* seen = nullptr;
};
std::uint32_t warp_of(std::uint32_t thread) { return (thread - 1) / warp_size; }

/// `ordered_read`: of data, by a volatile, relaxed or acquiring load. Ordered writes count as atomic.
enum class access_kind { read, ordered_read, write, atomic };
bool reads(access_kind kind) { return kind == access_kind::read || kind == access_kind::ordered_read; }

/// The tensor cores, which read for products of a group of warps, count as a second thread of the copy unit.
constexpr std::uint32_t product_thread = copy_unit * warp_size + 2;
constexpr std::uint64_t no_address = std::uint64_t{1} << 63;
/// How many groups of products the CTA has committed.
std::uint32_t& products_of(cta& c) { return c.released[of_products][0]; }

visitor thread_of(const warp& w, int lane) {
  const warp_clock& mine = w.block->clocks[w.index];
  return {w.index * warp_size + static_cast<std::uint32_t>(lane) + 1, mine[w.index], &mine};
}
/// A thread of another CTA. Of other visitors it counts as knowing everything.
visitor visitor_of(const warp& w, const cta& owner) { return {visitors * warp_size + 1, owner.visits, &w.block->peers[owner.rank]}; }

std::string name_of(std::uint32_t thread) {
  const std::uint32_t warp = warp_of(thread);
  return thread == product_thread ? "a wgmma that nobody has waited for" : warp == copy_unit ? "an asynchronous copy" : warp == visitors ? "another CTA of the cluster" : "thread " + std::to_string(thread - 1);
}

/// "at x[17], byte 68 of 'x'".
std::string global_place(const op& o, const region& r, std::uint64_t cell) {
  const std::uint64_t offset = cell * 4;
  const bool whole = o.width != 0 && offset % o.width == 0;
  return "at " + (whole ? r.name + '[' + std::to_string(offset / o.width) + "], " : "") + "byte " + std::to_string(offset) + " of '" + r.name + "'";
}

void complain(warp& w, const op& o, int lane, const region& r, std::uint64_t cell, const char* what, std::uint32_t other) {
  name_partner(w, o, r, cell, {r.base >= global_base ? static_cast<std::uint32_t>(w.block->index) + 1 : 0, other}, std::string_view(what) != "a read");
  report_fault(w, o, fault::race, 1u << lane, r.base + cell * 4,
               std::string(what) + " of " + name_of(other) + (warp_of(other) == w.index ? " of the same warp " : " ") +
                   (r.base >= global_base ? global_place(o, r, cell) : shared_place(*w.host->code, cell * 4, o.width, r.size())) + " is not ordered by a barrier");
}

/// A read that a compare-and-swap verifies: what an atomic leaves there meanwhile does not matter, an outdated value is tried again. Nor does
/// it matter to later writes, for the atomic of the same thread comes after it.
bool is_guess(const op& o, access_kind kind) { return reads(kind) && o.roles.has(roles::guess); }

/// Whether the last reader goes to the second place as another one comes: one of another warp always, another lane where nobody is there, or one whose
/// read came before all that comes now; `known` is how much of that one's warp is known.
bool is_kept(const access_record& a, std::uint32_t me, std::uint32_t known) {
  if (a.reader == 0 || a.reader == me) return false;
  return warp_of(a.reader) != warp_of(me) || a.other_reader == 0 || known > a.other_read_clock;
}

/// One thread's access of a cell against what `a` remembers of the threads that touched it.
void check_threads(warp& w, const op& o, int lane, const visitor& v, const region& r, std::uint64_t cell, access_record& a, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  const std::uint32_t me = v.thread, now = v.now;
  const bool verified = is_guess(o, kind) && a.atomic;
  const auto known = [&](std::uint32_t other) {
    const bool of_own_warp = warp_of(other) == warp_of(me) && warp_of(me) < warp_size;
    if (other != product_thread) return (*v.seen)[warp_of(other)] - (of_own_warp ? fences_since(*w.block, warp_of(me)) : 0);
    const warp_clock* const proxies = known_proxies(*w.block, w.index);
    return proxies != nullptr ? (*proxies)[copy_unit] : 0u;
  };
  const auto conflicts = [&](std::uint32_t other, std::uint32_t clock, std::uint32_t other_bytes) {
    return other != 0 && other != me && (other_bytes & bytes) != 0 && known(other) <= clock && (warp_of(other) != visitors || warp_of(me) < warp_size);
  };
  const bool both_atomic = kind == access_kind::atomic && a.atomic;
  const bool same_value = kind == access_kind::write && a.value == value;
  // Of ordered accesses of one warp `warp_intervals` tells, where its lanes need not go on together.
  const bool ordered = kind == access_kind::ordered_read || (kind == access_kind::atomic && o.meaning.access == ptx::access::store);
  const auto in_step = [&](std::uint32_t other) { return ordered && other != 0 && warp_of(other) == warp_of(me); };
  const bool told_elsewhere = in_step(a.writer) && (a.atomic || !wrapped(w).intervals.watches());
  if (!both_atomic && !same_value && !verified && !told_elsewhere && conflicts(a.writer, a.write_clock, a.write_bytes))
    complain(w, o, lane, r, cell, reads(kind) ? "a write" : "another write", a.writer);
  // Neighbours that read halves or bytes share a cell: the low half of `read_bytes` is what the last reader read, the high half the other's.
  if (!reads(kind)) {
    if (!in_step(a.reader) && conflicts(a.reader, a.read_clock, a.read_bytes & 15u)) complain(w, o, lane, r, cell, "a read", a.reader);
    else if (!in_step(a.other_reader) && conflicts(a.other_reader, a.other_read_clock, a.read_bytes >> 4)) complain(w, o, lane, r, cell, "a read", a.other_reader);
    a.writer = me;
    a.write_clock = now;
    a.write_bytes = bytes;
    a.atomic = kind == access_kind::atomic;
    a.value = value;
    if (kind != access_kind::write) return;
    a.other_reader = 0;
    if (a.reader != me) a.reader = 0, a.read_bytes = 0; // one's own is no conflict here, but one with a write of the same value by another
    return;
  }
  if (is_guess(o, kind)) return;
  std::uint32_t own = a.read_bytes & 15u, other = a.read_bytes >> 4;
  if (is_kept(a, me, known(a.other_reader == 0 ? me : a.other_reader))) a.other_reader = a.reader, a.other_read_clock = a.read_clock, other = own;
  if (a.reader != me) own = 0;
  a.reader = me;
  a.read_clock = now;
  a.read_bytes = static_cast<std::uint8_t>(own | bytes | other << 4);
}

void check_shared(warp& w, const op& o, int lane, const visitor& v, region& r, std::uint64_t cell, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  check_threads(w, o, lane, v, r, cell, r.accesses[cell], bytes, kind, value);
}

/// One access of a global cell against those of the same CTA, of which the second record tells while it was the last to touch the cell.
void check_own_cta(warp& w, const op& o, int lane, const region& r, std::uint64_t cell, global_access& touched, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  const access_record& last = touched.last;
  access_record& a = touched.own;
  const auto me = static_cast<std::uint32_t>(w.block->index) + 1;
  if (last.writer != me) a.writer = 0;
  if (last.reader != me) a.reader = a.other_reader = 0, a.read_bytes = 0;
  check_threads(w, o, lane, thread_of(w, lane), r, cell, a, bytes, kind, value);
}

/// One CTA's access of a global cell. CTAs are ordered only through what `machine::released` recorded.
void check_global(warp& w, const op& o, int lane, region& r, std::uint64_t cell, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  global_access* const touched = r.touched.touch(cell);
  if (touched == nullptr) return;
  static std::array<std::atomic_flag, 64> locks{}; // CTAs on several workers meet here
  std::atomic_flag& lock = locks[cell & 63];
  while (lock.test_and_set(std::memory_order_acquire)) {}
  struct unlock {
    std::atomic_flag& flag;
    ~unlock() { flag.clear(std::memory_order_release); }
  } const guard{lock};
  access_record& a = touched->last;
  const auto me = static_cast<std::uint32_t>(w.block->index) + 1;
  const auto& known = w.block->known;
  const auto seen = [&](std::uint32_t other, std::uint32_t clock) {
    const auto it = known.find(other);
    return it != known.end() && it->second > clock;
  };
  const auto conflicts = [&](std::uint32_t other, std::uint32_t clock, std::uint8_t other_bytes) {
    return other != 0 && other != me && (other_bytes & bytes) != 0 && !seen(other, clock);
  };
  const auto tell = [&](const char* what, std::uint32_t other) {
    name_partner(w, o, r, cell, {other, 0}, std::string_view(what) != "a read");
    report_fault(w, o, fault::race, 1u << lane, r.base + cell * 4,
                 std::string(what) + " of CTA " + std::to_string(other - 1) + ' ' + global_place(o, r, cell) + " is not ordered by any synchronisation");
  };
  const bool both_atomic = kind == access_kind::atomic && a.atomic;
  const bool same_value = kind == access_kind::write && a.value == value;
  const bool verified = is_guess(o, kind) && a.atomic;
  if (!both_atomic && !same_value && !verified && conflicts(a.writer, a.write_clock, a.write_bytes))
    tell(reads(kind) ? "a write" : "another write", a.writer);
  check_own_cta(w, o, lane, r, cell, *touched, bytes, kind, value);
  const std::uint32_t now = w.block->clock;
  if (!reads(kind)) {
    if (conflicts(a.reader, a.read_clock, a.read_bytes)) tell("a read", a.reader);
    a.writer = me, a.write_clock = now, a.write_bytes = bytes;
    a.atomic = kind == access_kind::atomic;
    a.value = value;
    return;
  }
  if (is_guess(o, kind)) return;
  if (a.reader != me) a.read_bytes = 0;
  a.reader = me, a.read_clock = now;
  a.read_bytes = static_cast<std::uint8_t>(a.read_bytes | bytes);
}

std::uint32_t value_of(warp& w, const op& o, int lane, unsigned word) {
  const ref& b = o.vector > 1 ? o.list[std::min<std::size_t>(word * 4 / o.width, o.list.size() - 1)] : o.list.empty() ? o.b : o.list[0];
  if (!b) return 0;
  if (o.b_bits == 64) return static_cast<std::uint32_t>(w.lanes<std::uint64_t>(b)[lane] >> (o.width == 8 ? 32 * (word & 1) : 0));
  return w.lanes<std::uint32_t>(b)[lane];
}

/// Each cell of [offset, offset + bytes), with the bytes of it that are meant.
template <class F>
void each_cell(std::uint64_t offset, std::uint64_t bytes, F f) {
  for (std::uint64_t at = offset; at < offset + bytes; at = (at / 4 + 1) * 4) {
    const auto first = static_cast<unsigned>(at & 3);
    const auto n = static_cast<unsigned>(std::min<std::uint64_t>(4 - first, offset + bytes - at));
    f(at, static_cast<std::uint8_t>(((1u << n) - 1u) << first));
  }
}

void note(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes, access_kind kind) {
  for_each_lane(lanes, [&](int i) {
    region& r = *where[i];
    if (!r.tracks_races()) return;
    const cta* const owner = owner_of(w, r);
    const visitor v = owner == nullptr ? visitor{} : owner == w.block ? thread_of(w, i) : visitor_of(w, *owner);
    each_cell(offset[i], bytes, [&](std::uint64_t at, std::uint8_t mask) {
      const std::uint32_t value = kind == access_kind::write ? value_of(w, o, i, static_cast<unsigned>((at - offset[i]) / 4)) : 0;
      if (owner != nullptr) check_shared(w, o, i, v, r, at / 4, mask, kind, value);
      else check_global(w, o, i, r, at / 4, mask, kind, value);
    });
  });
}

/// Reads or writes of whole cells of a CTA's own shared memory by the lanes `lanes`, of which only `telling` matter where
/// nothing is amiss. What every earlier access is known to have happened before needs no look at who made it.
template <access_kind Kind>
void note_own_cells(warp& w, const op& o, region& r, const std::uint64_t* offset, std::uint32_t lanes, std::uint32_t telling, unsigned bytes) {
  const warp_clock& seen = w.block->clocks[w.index];
  const std::uint32_t now = seen[w.index], first = w.index * warp_size + 1;
  const std::uint32_t fences = fences_since(*w.block, w.index);
  const auto before = [&](std::uint32_t thread, std::uint32_t clock) {
    return thread == 0 || seen[warp_of(thread)] - (warp_of(thread) == w.index ? fences : 0) > clock;
  };
  const std::uint32_t silent = lanes & ~telling;
  for (; telling != 0; telling &= telling - 1) {
    const int i = std::countr_zero(telling);
    const std::uint32_t me = first + static_cast<std::uint32_t>(i);
    for (unsigned k = 0; k < bytes / 4; ++k) {
      const std::uint64_t cell = offset[i] / 4 + k;
      access_record& a = r.accesses[cell];
      if (!before(a.writer, a.write_clock) || (Kind == access_kind::write && !(before(a.reader, a.read_clock) && before(a.other_reader, a.other_read_clock)))) {
        const std::uint32_t half = i < warp_size / 2 ? 0xffffu : 0xffff0000u;
        for_each_lane((silent & half) | (1u << i), [&](int j) { // of a half, those that a telling one speaks for read what it reads
          const visitor v{first + static_cast<std::uint32_t>(j), now, &seen};
          check_shared(w, o, j, v, r, cell, 0xf, Kind, Kind == access_kind::write ? value_of(w, o, j, k) : 0);
        });
      } else if constexpr (Kind == access_kind::read) {
        if (is_guess(o, Kind)) continue;
        std::uint32_t others = a.read_bytes >> 4;
        if (is_kept(a, me, a.other_reader == 0 ? 0 : seen[warp_of(a.other_reader)])) a.other_reader = a.reader, a.other_read_clock = a.read_clock, others = a.read_bytes & 15u;
        a.reader = me, a.read_clock = now, a.read_bytes = static_cast<std::uint8_t>(0xfu | others << 4);
      } else {
        a = {.writer = me, .write_clock = now, .write_bytes = 0xf, .value = value_of(w, o, i, k)};
      }
    }
  }
}

/// Remembers an instruction whose accesses may be parts of races, in a run that asks for them.
void keep_places(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes, access_kind kind) {
  if (wrapped(w).races == nullptr || is_guess(o, kind)) return;
  for_each_lane(lanes, [&](int i) {
    const region& r = *where[i];
    const cta* const owner = r.tracks_races() ? owner_of(w, r) : nullptr;
    const std::uint32_t thread = w.index * warp_size + static_cast<std::uint32_t>(i) + 1;
    const race_party who{owner == nullptr ? static_cast<std::uint32_t>(w.block->index) + 1 : 0, owner == nullptr || owner == w.block ? thread : visitor_of(w, *owner).thread};
    each_cell(offset[i], bytes, [&](std::uint64_t at, std::uint8_t) { keep_access(w, o, r, at / 4, who, !reads(kind)); });
  });
}

/// The copy unit acts for a thread, and what the thread knows is done before; what it does itself is at its own clock.
void note_copy(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes, access_kind kind) {
  if (!r.tracks_races()) return;
  const cta* const owner = owner_of(w, r);
  visitor v;
  if (owner != nullptr) v = {copy_unit * warp_size + 1, owner->copies, owner == w.block ? &w.block->clocks[w.index] : &w.block->peers[owner->rank]};
  each_cell(offset, bytes, [&](std::uint64_t at, std::uint8_t mask) {
    if (wrapped(w).races != nullptr) keep_access(w, o, r, at / 4, {owner == nullptr ? static_cast<std::uint32_t>(w.block->index) + 1 : 0, v.thread}, !reads(kind));
    // A copy is not taken for the same write again: what it will have written is not known here.
    if (owner == nullptr) return check_global(w, o, lane, r, at / 4, mask, kind, static_cast<std::uint32_t>(w.block->index) * 0x9e3779b9u + 1);
    check_shared(w, o, lane, v, r, at / 4, mask, kind, r.accesses[at / 4].value + 1);
  });
}

/// The same of the tensor cores' reads.
void note_product(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (r.accesses.empty()) return;
  const visitor v{product_thread, products_of(*w.block), &w.block->clocks[w.index]};
  if (wrapped(w).races != nullptr) each_cell(offset, bytes, [&](std::uint64_t at, std::uint8_t) { keep_access(w, o, r, at / 4, {0, product_thread}, false); });
  each_cell(offset, bytes, [&](std::uint64_t at, std::uint8_t mask) { check_shared(w, o, lane, v, r, at / 4, mask, access_kind::read, 0); });
}

/// One lane's access of a barrier object.
void note_object(warp& w, const op& o, int lane, region& r, std::uint64_t offset, access_kind kind) {
  const cta* const owner = owner_of(w, r);
  if (r.accesses.empty() || owner == nullptr) return;
  const visitor v = owner == w.block ? thread_of(w, lane) : visitor_of(w, *owner);
  each_cell(offset, 8, [&](std::uint64_t at, std::uint8_t mask) { check_shared(w, o, lane, v, r, at / 4, mask, kind, r.accesses[at / 4].value + 1); });
}

/// Whether the access publishes what its CTA did before it, as the PTX memory model has it: a relaxed or volatile one shows
/// only itself, unless a fence comes first.
bool publishes(const op& o) { return ptx::releases(o.meaning); }

/// What a relaxed or volatile write of a warp, or an atomic, shows to other warps besides itself: what the warp knew at its last fence, and
/// what came before a barrier of the CTA.
void show_fenced(warp& w, warp_clock& at) {
  const cta& c = *w.block;
  const warp_clock& mine = c.clocks[w.index];
  for (const std::uint64_t behind : {fence_of(w.index), at_barriers})
    if (const auto shown = c.released.find(behind); shown != c.released.end())
      for (std::size_t k = 0; k < at.size(); ++k) at[k] = std::max(at[k], std::min(shown->second[k], mine[k] + (k == w.index ? 1 : 0)));
}

/// The warps of a CTA learn of one another at an address that both synchronise at.
void meet_warps(warp& w, const op& o, std::uint64_t address, bool acquires, bool releases) {
  cta& c = *w.block;
  warp_clock& mine = c.clocks[w.index];
  warp_clock& at = c.released[address];
  if (acquires) merge(mine, at);
  if (!releases) return;
  if (!publishes(o)) return show_fenced(w, at);
  merge(at, mine);
  at[w.index] = std::max(at[w.index], mine[w.index] + 1);
}

/// The same of what fences have shown the asynchronous proxy.
void meet_fences(warp& w, std::uint64_t address, bool acquires, bool releases) {
  cta& c = *w.block;
  if (acquires)
    if (const auto at = c.released.find(no_address | address); at != c.released.end()) {
      const warp_clock there = at->second; // a new entry may move it
      merge(proxies_of(c, w.index), there);
    }
  if (releases && known_proxies(c, w.index) != nullptr) {
    const warp_clock mine = *known_proxies(c, w.index);
    merge(c.released[no_address | address], mine);
  }
}

/// Acquires and releases at the addresses of a synchronising access. Acquiring takes no fence: what is read behind a flag's
/// turn is rarely moved before it, and CUDA's own samples leave that fence out.
void synchronise(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, bool acquires, bool releases) {
  cta& c = *w.block;
  for_each_lane(lanes, [&](int i) {
    region& r = *where[i];
    if (!r.tracks_races()) return;
    if (cta* const owner = owner_of(w, r); owner != nullptr && owner != &c) {
      if (acquires) acquire(w, owner->signals[offset[i]]);
      if (releases) release(w, owner->signals[offset[i]]);
    } else if (owner != nullptr) {
      meet_warps(w, o, offset[i], acquires, releases), meet_fences(w, offset[i], acquires, releases);
      if (acquires && c.group->ctas.size() > 1) acquire(w, c.signals[offset[i]]);
      if (releases && c.group->ctas.size() > 1) release(w, c.signals[offset[i]]);
    } else {
      meet_warps(w, o, r.base + offset[i], acquires, releases), meet_fences(w, r.base + offset[i], acquires, releases);
      const std::scoped_lock guard(w.host->lock);
      auto& at = w.host->released[r.base + offset[i]];
      if (acquires)
        for (const auto& [other, clock] : at) c.known[other] = std::max(c.known[other], clock);
      const std::uint32_t shown = !releases ? 0 : publishes(o) ? c.clock + 1 : c.released[by_fences][w.index];
      if (shown != 0) {
        for (const auto& [other, clock] : c.known) at[other] = std::max(at[other], clock);
        at[c.index + 1] = std::max(at[c.index + 1], shown);
      }
    }
  });
  if (releases) {
    ++c.clock;
    count_synchronisation(c, w.index);
  }
}

/// Lanes of one warp that meet in volatile memory, with no synchronisation of the warp in between. Of global memory only reads of data are asked
/// about: a flag that a lane finds set, or not yet, it may find either way.
void note_within_warp(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes, access_kind kind) {
  warp_intervals& intervals = wrapped(w).intervals;
  if (!intervals.watches() || o.meaning.order != ptx::ordering::volatile_) return;
  const bool writes = kind == access_kind::write, polls = !writes && intervals.is_polling(o);
  for_each_lane(lanes, [&](int i) {
    const region& r = *where[i];
    const bool own = &r == &w.block->shared, global = r.base >= global_base && r.tracks_races();
    if (polls || !(own || (global && (writes || intervals.is_data(o))))) return;
    for (unsigned at = 0; at < bytes; at += o.width) {
      const std::uint64_t address = (own ? 0 : r.base) + offset[i] + at;
      const auto met = intervals.note(w, i, address, writes, writes ? value_of(w, o, i, at / 4) : 0);
      if (met.lane < 0) continue;
      const std::uint32_t other = w.index * warp_size + static_cast<std::uint32_t>(met.lane) + 1;
      complain(w, o, i, r, (offset[i] + at) / 4, !met.wrote ? "a read" : writes ? "another write" : "a write", other);
    }
  });
}

/// An ordered access against plain ones, and, of data that is read, against ordered writes that nothing makes come before it. Where the lanes of
/// a warp go on together, volatile shared memory is how they exchange data.
void note_ordered(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes, access_kind kind) {
  const warp_intervals& intervals = wrapped(w).intervals;
  if (kind == access_kind::ordered_read && (!intervals.is_data(o) || intervals.is_polling(o))) return;
  std::uint32_t asked = 0;
  for_each_lane(lanes, [&](int i) { asked |= intervals.watches() || where[i]->base >= global_base ? 1u << i : 0u; });
  note(w, o, where, offset, asked, bytes, kind);
}

} // namespace

void note_reads(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  keep_places(w, o, where, offset, lanes, bytes, access_kind::read);
  note_within_warp(w, o, where, offset, lanes, bytes, access_kind::read);
  if (ptx::is_ordered(o.meaning)) {
    note_ordered(w, o, where, offset, lanes, bytes, access_kind::ordered_read);
    return synchronise(w, o, where, offset, lanes, true, false);
  }
  note(w, o, where, offset, lanes, bytes, access_kind::read);
}

void note_writes(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  keep_places(w, o, where, offset, lanes, bytes, access_kind::write);
  note_within_warp(w, o, where, offset, lanes, bytes, access_kind::write);
  if (ptx::is_ordered(o.meaning)) {
    note_ordered(w, o, where, offset, lanes, bytes, access_kind::atomic);
    return synchronise(w, o, where, offset, lanes, false, true);
  }
  note(w, o, where, offset, lanes, bytes, access_kind::write);
}

void note_reads(warp& w, const op& o, region& r, const std::uint64_t* offset, std::uint32_t telling, unsigned bytes) {
  if (!w.block->tracks_races) return;
  std::array<region*, warp_size> where;
  where.fill(&r);
  keep_places(w, o, where.data(), offset, w.exec, bytes, access_kind::read);
  if (&r == &w.block->shared && bytes % 4 == 0) return note_own_cells<access_kind::read>(w, o, r, offset, w.exec, telling, bytes);
  note(w, o, where.data(), offset, w.exec, bytes, access_kind::read);
}

void note_writes(warp& w, const op& o, region& r, const std::uint64_t* offset, unsigned bytes) {
  if (!w.block->tracks_races) return;
  std::array<region*, warp_size> where;
  where.fill(&r);
  keep_places(w, o, where.data(), offset, w.exec, bytes, access_kind::write);
  if (&r == &w.block->shared && bytes % 4 == 0) return note_own_cells<access_kind::write>(w, o, r, offset, w.exec, w.exec, bytes);
  note(w, o, where.data(), offset, w.exec, bytes, access_kind::write);
}

void note_atomics(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  keep_places(w, o, where, offset, lanes, bytes, access_kind::atomic);
  // What the cell tells of others is known behind the atomic: nothing made it come after a plain write that theirs come after.
  note(w, o, where, offset, lanes, bytes, access_kind::atomic);
  synchronise(w, o, where, offset, lanes, true, true);
}

void note_copy_read(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (w.block->tracks_races) note_copy(w, o, lane, r, offset, bytes, access_kind::read);
}
void note_copy_write(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (w.block->tracks_races) note_copy(w, o, lane, r, offset, bytes, access_kind::write);
}
void note_copy_reduction(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (w.block->tracks_races) note_copy(w, o, lane, r, offset, bytes, access_kind::atomic);
}
void note_product_read(warp& w, const op& o, int lane, region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (w.block->tracks_races) note_product(w, o, lane, r, offset, bytes);
}
void note_unfenced(warp& w, const op& o, int lane, const region& r, std::uint64_t offset, std::uint64_t bytes) {
  if (!w.block->tracks_races || &r != &w.block->shared) return;
  const warp_clock* const shown = known_proxies(*w.block, w.index);
  for (std::uint64_t cell = offset / 4; cell < (offset + bytes + 3) / 4; ++cell) {
    const access_record& a = r.accesses[cell];
    if (a.writer == 0 || warp_of(a.writer) >= copy_unit || (shown != nullptr && (*shown)[warp_of(a.writer)] > a.write_clock)) continue;
    name_partner(w, o, r, cell, {0, a.writer}, true);
    return report_fault(w, o, fault::race, 1u << lane, cell * 4,
                        "a write of " + name_of(a.writer) + ' ' + shared_place(*w.host->code, cell * 4, o.width, r.size()) + " is not shown to the asynchronous proxy: no fence.proxy.async lies between");
  }
}
void order_proxies(warp& w) {
  cta& c = *w.block;
  if (!c.tracks_races) return;
  warp_clock &mine = c.clocks[w.index], &shown = proxies_of(c, w.index);
  for (std::uint32_t k = 0; k < copy_unit; ++k) shown[k] = std::max(shown[k], mine[k]);
  shown[w.index] = ++mine[w.index], ++fences_since(c, w.index); // what follows the fence is at a later clock
}
std::uint32_t commit_product_reads(warp& w) { return ++products_of(*w.block); }
void know_product_reads(warp& w, std::uint32_t clock) {
  std::uint32_t& known = proxies_of(*w.block, w.index)[copy_unit];
  known = std::max(known, clock);
}
void note_signal(warp& w, const op& o, int lane, region& r, std::uint64_t offset) { note_object(w, o, lane, r, offset, access_kind::atomic); }
void note_reset(warp& w, const op& o, int lane, region& r, std::uint64_t offset) { note_object(w, o, lane, r, offset, access_kind::write); }

} // namespace fpcheck::exec
