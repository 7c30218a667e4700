#include "races.hpp"

#include "handlers.hpp"

#include <algorithm>

namespace fpcheck::exec {
namespace {

/// Whether what warp `owner` did at `clock` happened before the present of warp `me`. A warp's clock counts its own
/// synchronisations, so an access of the same warp is ordered once the clock has moved on.
bool ordered(const cta& c, std::uint32_t me, std::uint32_t owner, std::uint32_t clock) {
  return c.clocks[me][owner] > clock;
}
std::uint32_t warp_of(std::uint32_t thread) { return (thread - 1) / warp_size; }

enum class access_kind { read, write, atomic };

void complain(warp& w, const op& o, int lane, const region& r, std::uint64_t cell, const char* what, std::uint32_t other) {
  report_fault(w, o, fault::race, 1u << lane, cell * 4,
               std::string(what) + " of thread " + std::to_string(other - 1) + " in '" + r.name + "' at offset " + std::to_string(cell * 4) +
                   " is not ordered by a barrier");
}

/// One thread's access of a shared cell against what the cell remembers.
void check_shared(warp& w, const op& o, int lane, region& r, std::uint64_t cell, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  cta& c = *w.block;
  access_record& a = r.accesses[cell];
  const std::uint32_t me = w.index * warp_size + static_cast<std::uint32_t>(lane) + 1;
  const std::uint32_t now = c.clocks[w.index][w.index];
  const auto conflicts = [&](std::uint32_t other, std::uint32_t clock, std::uint8_t other_bytes) {
    return other != 0 && other != me && (other_bytes & bytes) != 0 && !ordered(c, w.index, warp_of(other), clock);
  };
  const bool both_atomic = kind == access_kind::atomic && a.atomic;
  const bool same_value = kind == access_kind::write && a.value == value;
  if (!both_atomic && !same_value && conflicts(a.writer, a.write_clock, a.write_bytes))
    complain(w, o, lane, r, cell, kind == access_kind::read ? "a write" : "another write", a.writer);
  if (kind != access_kind::read) {
    if (conflicts(a.reader, a.read_clock, a.read_bytes)) complain(w, o, lane, r, cell, "a read", a.reader);
    else if (conflicts(a.other_reader, a.other_read_clock, a.read_bytes)) complain(w, o, lane, r, cell, "a read", a.other_reader);
    a.writer = me;
    a.write_clock = now;
    a.write_bytes = bytes;
    a.atomic = kind == access_kind::atomic;
    a.value = value;
    if (kind == access_kind::write) a.reader = a.other_reader = 0, a.read_bytes = 0;
    return;
  }
  if (a.reader != 0 && warp_of(a.reader) != w.index) a.other_reader = a.reader, a.other_read_clock = a.read_clock;
  a.reader = me;
  a.read_clock = now;
  a.read_bytes = static_cast<std::uint8_t>(a.read_bytes | bytes);
}

/// One CTA's access of a global cell. CTAs are ordered only through what `machine::released` recorded.
void check_global(warp& w, const op& o, int lane, region& r, std::uint64_t cell, std::uint8_t bytes, access_kind kind, std::uint32_t value) {
  static std::array<std::atomic_flag, 64> locks{}; // CTAs on several workers meet here
  std::atomic_flag& lock = locks[cell & 63];
  while (lock.test_and_set(std::memory_order_acquire)) {}
  struct unlock {
    std::atomic_flag& flag;
    ~unlock() { flag.clear(std::memory_order_release); }
  } const guard{lock};
  access_record& a = r.accesses[cell];
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
    report_fault(w, o, fault::race, 1u << lane, r.base + cell * 4,
                 std::string(what) + " of CTA " + std::to_string(other - 1) + " in '" + r.name + "' at offset " + std::to_string(cell * 4) +
                     " is not ordered by any synchronisation");
  };
  const bool both_atomic = kind == access_kind::atomic && a.atomic;
  const bool same_value = kind == access_kind::write && a.value == value;
  if (!both_atomic && !same_value && conflicts(a.writer, a.write_clock, a.write_bytes))
    tell(kind == access_kind::read ? "a write" : "another write", a.writer);
  const std::uint32_t now = w.block->clock;
  if (kind != access_kind::read) {
    if (conflicts(a.reader, a.read_clock, a.read_bytes)) tell("a read", a.reader);
    a.writer = me, a.write_clock = now, a.write_bytes = bytes;
    a.atomic = kind == access_kind::atomic;
    a.value = value;
    return;
  }
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

void note(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes, access_kind kind) {
  for_each_lane(lanes, [&](int i) {
    region& r = *where[i];
    if (r.accesses.empty()) return;
    const bool shared = &r == &w.block->shared;
    for (std::uint64_t at = offset[i]; at < offset[i] + bytes; at = (at / 4 + 1) * 4) {
      const auto first = static_cast<unsigned>(at & 3);
      const auto n = static_cast<unsigned>(std::min<std::uint64_t>(4 - first, offset[i] + bytes - at));
      const auto mask = static_cast<std::uint8_t>(((1u << n) - 1u) << first);
      const std::uint32_t value = kind == access_kind::write ? value_of(w, o, i, static_cast<unsigned>((at - offset[i]) / 4)) : 0;
      if (shared) check_shared(w, o, i, r, at / 4, mask, kind, value);
      else check_global(w, o, i, r, at / 4, mask, kind, value);
    }
  });
}

/// Where `cta::released` keeps, for each warp, the CTA's clock at its last fence for the device: no access has this address.
constexpr std::uint64_t by_fences = ~std::uint64_t{0};

/// Whether the access publishes what its CTA did before it, as the PTX memory model has it: a relaxed or volatile one shows
/// only itself, unless a fence comes first.
bool publishes(const op& o) {
  using m = ptx::modifier;
  return o.form == ptx::form::st_release || o.source->has(m::release) || o.source->has(m::acq_rel);
}

/// Acquires and releases at the addresses of a synchronising access. Acquiring takes no fence: what is read behind a flag's
/// turn is rarely moved before it, and CUDA's own samples leave that fence out.
void synchronise(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, bool acquires, bool releases) {
  cta& c = *w.block;
  for_each_lane(lanes, [&](int i) {
    region& r = *where[i];
    if (r.accesses.empty()) return;
    if (&r == &c.shared) {
      warp_clock& mine = c.clocks[w.index];
      warp_clock& at = c.released[offset[i]];
      if (acquires)
        for (std::size_t k = 0; k < mine.size(); ++k) mine[k] = std::max(mine[k], at[k]);
      if (releases) {
        for (std::size_t k = 0; k < mine.size(); ++k) at[k] = std::max(at[k], mine[k]);
        at[w.index] = std::max(at[w.index], mine[w.index] + 1);
      }
    } else {
      const std::scoped_lock guard(w.host->lock);
      auto& at = w.host->released[r.base + offset[i]];
      if (acquires)
        for (const auto& [owner, clock] : at) c.known[owner] = std::max(c.known[owner], clock);
      const std::uint32_t shown = !releases ? 0 : publishes(o) ? c.clock + 1 : c.released[by_fences][w.index];
      if (shown != 0) {
        for (const auto& [owner, clock] : c.known) at[owner] = std::max(at[owner], clock);
        at[c.index + 1] = std::max(at[c.index + 1], shown);
      }
    }
  });
  if (releases) {
    ++c.clock;
    ++c.clocks[w.index][w.index];
  }
}

} // namespace

void note_reads(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  if ((o.selector & is_volatile) != 0) return synchronise(w, o, where, offset, lanes, true, false);
  note(w, o, where, offset, lanes, bytes, access_kind::read);
}

void note_writes(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  if ((o.selector & is_volatile) != 0) return synchronise(w, o, where, offset, lanes, false, true);
  note(w, o, where, offset, lanes, bytes, access_kind::write);
}

void note_atomics(warp& w, const op& o, region* const* where, const std::uint64_t* offset, std::uint32_t lanes, unsigned bytes) {
  if (!w.block->tracks_races) return;
  synchronise(w, o, where, offset, lanes, true, true);
  note(w, o, where, offset, lanes, bytes, access_kind::atomic);
}

void order_device(warp& w) {
  if (w.block->tracks_races) w.block->released[by_fences][w.index] = ++w.block->clock;
}

void order_warp(warp& w) { ++w.block->clocks[w.index][w.index]; }

void order_warps(cta& c, std::uint32_t warps) {
  warp_clock joined{};
  if (const auto fences = c.released.find(by_fences); fences != c.released.end()) {
    std::uint32_t last = 0;
    for_each_lane(warps, [&](int k) { last = std::max(last, fences->second[static_cast<std::size_t>(k)]); });
    for_each_lane(warps, [&](int k) { fences->second[static_cast<std::size_t>(k)] = last; });
  }
  for_each_lane(warps, [&](int k) {
    ++c.clocks[static_cast<std::size_t>(k)][static_cast<std::size_t>(k)];
    for (std::size_t j = 0; j < joined.size(); ++j) joined[j] = std::max(joined[j], c.clocks[static_cast<std::size_t>(k)][j]);
  });
  for_each_lane(warps, [&](int k) { c.clocks[static_cast<std::size_t>(k)] = joined; });
}

} // namespace fpcheck::exec
