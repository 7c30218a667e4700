// Loads and stores of a warp whose lanes are all in one region of memory: every byte defined, each cell plain or a number.
// Whatever else there is goes the general way, which also reports faults.
#include "../races.hpp"
#include "../shadow_move.hpp"
#include "memory_places.hpp"
#include "row_tiles.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

/// Whether every byte that is read is defined. Requires: Stride is a multiple of 4, or divides it.
template <unsigned Stride>
bool all_defined(const place<Stride>& p) {
  const std::vector<std::uint8_t>& state = p.r->state;
  if (state.empty()) return true;
  constexpr unsigned cells = Stride < 4 ? 1 : Stride / 4;
  std::uint8_t s = 0;
  for (int h = 0; h < 2; ++h) {
    if (p.halves[h] == pattern::consecutive) {
      const std::uint8_t* row = state.data() + p.first[h] / 4;
      constexpr unsigned count = Stride < 4 ? half * Stride / 4 + 1 : half * cells; // narrow ones may begin inside a cell
      const std::uint64_t rest = state.size() - p.first[h] / 4;
      for (unsigned k = 0; k < count && (Stride >= 4 || k < rest); ++k) s |= row[k];
    } else {
      const int lanes = p.halves[h] == pattern::equal ? 1 : half;
      for (int i = 0; i < lanes; ++i)
        for (unsigned k = 0; k < cells; ++k) s |= state[p.of(h * half + i) / 4 + k];
    }
  }
  return (s & 0x0fu) == 0;
}

/// Long arrays that are walked with a step: asks for what the next execution of the instruction reads.
template <unsigned Stride>
FPCHECK_INLINE void look_ahead(warp& w, const op& o, const place<Stride>& p) {
  if (p.r->size() < (1u << 18) || p.halves[0] != pattern::consecutive) return;
  std::uint64_t& last = w.walked[o.pc % w.walked.size()];
  const std::uint64_t next = p.first[0] + (p.first[0] - last);
  last = p.first[0];
  const auto at = reinterpret_cast<std::uintptr_t>(p.r->data.data()) + next;
  for (std::uintptr_t k = 0; k < warp_size * Stride; k += 64) __builtin_prefetch(reinterpret_cast<const void*>(at + k));
}

FPCHECK_INLINE void forget(warp& w, const ref& d) {
  if (w.shadow(d).any() != 0) drop_shadow(w, d, w.exec);
}

/// Element `k` of a load of `Vector` elements; `Lane` is what a register's lane holds.
template <class Element, class Lane, unsigned Vector>
FPCHECK_INLINE void load_element(warp& w, const place<sizeof(Element) * Vector>& p, const ref& d, unsigned k) {
  const std::byte* data = p.r->data.data() + k * sizeof(Element);
  constexpr std::uint64_t stride = sizeof(Element) * Vector;
  alignas(64) Lane t[warp_size];
  Lane* const to = w.exec == 0xffffffffu ? w.lanes<Lane>(d) : t;
  for (int h = 0; h < 2; ++h) {
    const std::uint64_t* offset = p.offset + h * half;
    Lane* out = to + h * half;
    const auto read = [](const std::byte* at) {
      Element v;
      std::memcpy(&v, at, sizeof v);
      return static_cast<Lane>(v);
    };
    if (p.halves[h] == pattern::equal) {
      std::fill_n(out, half, read(data + p.first[h]));
    } else if (p.halves[h] == pattern::consecutive) {
      const std::byte* row = data + p.first[h];
      for (int i = 0; i < half; ++i) out[i] = read(row + static_cast<std::uint64_t>(i) * stride);
    } else {
      for (int i = 0; i < half; ++i) out[i] = read(data + offset[i]);
    }
  }
  if (to == t) blend(w.lanes<Lane>(d), t, w.exec);
}

/// What the cells of an access hold, if it is the same for all executing lanes.
enum class cells : std::uint8_t { plain, numbers, mixed };

/// The 16 low bits of a cell: its tag and its taints.
std::uint32_t summary(const shadow_cell& c) { return static_cast<std::uint32_t>(c.tag) | static_cast<std::uint32_t>(c.taints) << 8; }
constexpr std::uint32_t number_summary = static_cast<std::uint32_t>(shadow_tag::f32);

/// Looks at element `k` of each lane's access.
template <unsigned Stride>
cells look_at_cells(const warp& w, const place<Stride>& p, unsigned k) {
  const shadow_memory& shadow = p.r->shadow;
  if (shadow.empty()) return cells::plain;
  std::uint32_t plain = 0, numbers = 0;
  const auto look = [&](std::uint64_t index) {
    const shadow_cell* c = shadow.find(index);
    const std::uint32_t s = c == nullptr ? 0 : summary(*c);
    plain |= s;
    numbers |= s ^ number_summary;
  };
  for (int h = 0; h < 2; ++h) {
    const std::uint32_t lanes = (w.exec >> (h * half)) & 0xffffu;
    if (lanes == 0) continue;
    if (p.halves[h] == pattern::equal) look(p.first[h] / 4 + k);
    else for_each_lane(lanes, [&](int i) { look(p.of(h * half + i) / 4 + k); });
  }
  return plain == 0 ? cells::plain : numbers == 0 ? cells::numbers : cells::mixed;
}

/// The numbers of element `k` of each executing lane's access. Requires: its cells hold numbers.
template <unsigned Stride>
void load_numbers(warp& w, const place<Stride>& p, const ref& d, unsigned k) {
  const shadow_memory& shadow = p.r->shadow;
  const int planes = w.planes;
  std::uint64_t* const to = w.plane(d);
  const auto take = [&](std::uint64_t index, int from, int count) {
    const std::uint64_t* words = shadow.words(index);
    for (int q = 0; q < planes; ++q) std::fill_n(to + q * warp_size + from, count, words[q]);
  };
  const bool whole = w.exec == 0xffffffffu;
  for (int h = 0; h < 2; ++h) {
    const std::uint32_t lanes = (w.exec >> (h * half)) & 0xffffu;
    if (whole && p.halves[h] == pattern::equal) take(p.first[h] / 4 + k, h * half, half);
    else for_each_lane(lanes, [&](int i) { take(p.of(h * half + i) / 4 + k, h * half + i, 1); });
  }
  if (whole) { // nothing of what the register was remains
    slot_shadow& s = w.shadow(d);
    s.tag = shadow_tag::f32;
    s.live = 0xffffffffu;
  } else {
    set_tag(w, d, shadow_tag::f32, w.exec);
  }
}

std::unique_ptr<row_tile>& tile_of(warp& w, const op& o) { return w.tiles[o.a.slot() / 2 % w.tiles.size()]; }

/// Loads from a tile that is kept of the rows that the lanes walk; false if there is none.
FPCHECK_INLINE bool load_from_tile(warp& w, const op& o) {
  if (w.exec != 0xffffffffu || o.a_bits != 64 || o.a.where != pool::frame || (o.space != space::global && o.space != space::generic)) return false;
  const row_tile* const tile = tile_of(w, o).get();
  if (tile == nullptr) return false;
  const std::uint32_t* const words = find(*tile, w.lanes<std::uint64_t>(o.a), static_cast<std::uint64_t>(o.displacement));
  if (words == nullptr) return false;
  const slot_shadow& s = w.shadow(o.a);
  if ((s.poison | s.stray) != 0) return false;
  std::memcpy(w.lanes<std::uint32_t>(o.list[0]), words, warp_size * 4);
  forget(w, o.list[0]);
  return true;
}

/// Keeps the lines around what is loaded where lanes walk through read-only memory in steps of less than a line.
void keep_tile(warp& w, const op& o, const place<4>& p) {
  if (w.exec != 0xffffffffu || o.a_bits != 64 || o.a.where != pool::frame || p.halves[0] != pattern::scattered || p.halves[1] != pattern::scattered) return;
  const region& r = *p.r;
  std::uint64_t& last = w.walked[o.pc % w.walked.size()];
  const std::uint64_t step = p.offset[0] - last;
  last = p.offset[0];
  if (r.writable || !r.state.empty() || step == 0 || step + 64 > 128 || (r.base & 63) != 0) return;
  alignas(64) std::uint64_t first[warp_size];
  const std::uint64_t before = p.offset[0] & 63;
  bool inside = r.size() >= 64;
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t offset = p.offset[i] - before;
    inside = inside && p.offset[i] >= before && offset <= r.size() - 64;
    first[i] = r.base + offset;
  }
  if (!inside) return;
  auto& tile = tile_of(w, o);
  if (tile == nullptr) tile = std::make_unique<row_tile>();
  fill(*tile, r.data.data(), r.base, first);
}

template <class Element, class Lane, unsigned Vector>
void quick_load(warp& w, const op& o) {
  constexpr unsigned stride = sizeof(Element) * Vector;
  constexpr bool walks = sizeof(Element) == 4 && sizeof(Lane) == 4 && Vector == 1;
  if constexpr (walks)
    if (o.list[0] && load_from_tile(w, o)) return;
  place<stride> p;
  if (!find_place(w, o, p)) return memory_handler(memory_kind::load)(w, o);
  region& r = *p.r;
  if ((r.input && w.tracks_input) || !all_defined(p)) return memory_handler(memory_kind::load)(w, o);
  cells held[Vector] = {};
  if (!r.shadow.empty()) {
    if (sizeof(Element) != 4 || w.planes == 0) return memory_handler(memory_kind::load)(w, o);
    for (unsigned k = 0; k < Vector; ++k)
      if ((held[k] = look_at_cells(w, p, k)) == cells::mixed) return memory_handler(memory_kind::load)(w, o);
  }
  look_ahead(w, o, p);
  if constexpr (walks)
    if (r.shadow.empty() && (o.space == space::global || o.space == space::generic)) keep_tile(w, o, p);
  for (unsigned k = 0; k < Vector; ++k) {
    if (!o.list[k]) continue;
    load_element<Element, Lane, Vector>(w, p, o.list[k], k);
    forget(w, o.list[k]);
    if constexpr (sizeof(Lane) == 8) forget(w, following(o.list[k], 1));
    if (held[k] == cells::numbers) load_numbers(w, p, o.list[k], k);
  }
  if (r.tracks_races()) note_reads(w, o, r, offsets(p).data(), last_of_equals(w, p), stride);
}

bool is_plain(warp& w, const ref& a, int slots) {
  for (int k = 0; k < slots && a.where == pool::frame; ++k)
    if (w.shadow(following(a, static_cast<std::uint32_t>(k))).any() != 0) return false;
  return true;
}

template <class Lane, unsigned Vector>
FPCHECK_INLINE void store_element(warp& w, const place<sizeof(Lane) * Vector>& p, const ref& a, unsigned k) {
  region& r = *p.r;
  const Lane* from = w.lanes<Lane>(a);
  constexpr unsigned count = sizeof(Lane) / 4;
  for (int h = 0; h < 2; ++h) {
    const std::uint32_t lanes = (w.exec >> (h * half)) & 0xffffu;
    if (Vector == 1 && lanes == 0xffffu && p.halves[h] == pattern::consecutive) {
      std::memcpy(r.data.data() + p.first[h], from + h * half, half * sizeof(Lane));
      if (!r.state.empty()) std::memset(r.state.data() + p.first[h] / 4, 0xf0, half * count);
      continue;
    }
    for_each_lane(lanes, [&](int i) { // in the lanes' order: the last of several that meet stays
      const std::uint64_t at = p.of(h * half + i) + k * sizeof(Lane);
      std::memcpy(r.data.data() + at, from + h * half + i, sizeof(Lane));
      if (!r.state.empty()) std::memset(r.state.data() + at / 4, 0xf0, count);
    });
  }
}

/// Whether every executing lane of `a` holds a binary32 number with nothing else to say.
bool holds_numbers(warp& w, const ref& a) {
  if (a.where != pool::frame) return false;
  const slot_shadow& s = w.shadow(a);
  return s.tag == shadow_tag::f32 && (w.exec & ~s.live) == 0 && ((s.input | s.born | s.cut | s.poison | s.stray) & w.exec) == 0;
}

/// The numbers of a stored register, a cell each: element `k` of the lanes' accesses.
template <unsigned Stride>
void store_numbers(warp& w, const place<Stride>& p, const ref& a, unsigned k) {
  shadow_memory& shadow = p.r->shadow;
  const std::uint64_t* from = w.plane(a);
  const int planes = w.planes;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t index = p.of(i) / 4 + k;
    shadow_cell& cell = shadow.touch(index);
    cell.tag = shadow_tag::f32;
    cell.taints = taint_none;
    std::uint64_t* to = shadow_memory::words(cell);
    for (int q = 0; q < planes; ++q) to[q] = from[q * warp_size + i];
  });
}

/// The same together with the bits, for a whole warp whose addresses are all over the place and the default domain: each
/// lane touches a few lines of memory, once.
void store_scattered(warp& w, const place<4>& p, const ref& a) {
  region& r = *p.r;
  const std::uint32_t* bits = w.lanes<std::uint32_t>(a);
  const std::uint64_t* from = w.plane(a);
  std::byte* const data = r.data.data();
  std::uint8_t* const state = r.state.empty() ? nullptr : r.state.data();
  for (int i = 0; i < warp_size; ++i) { // in the lanes' order: the last of several that meet stays
    const std::uint64_t at = p.offset[i];
    std::memcpy(data + at, bits + i, 4);
    if (state != nullptr) state[at / 4] = 0xf0;
    shadow_cell& cell = r.shadow.touch<2>(at / 4);
    __builtin_prefetch(&cell + 24, 1); // eight cells on: lanes walk along rows
    cell.tag = shadow_tag::f32;
    cell.taints = taint_none;
    std::uint64_t* const words = shadow_memory::words(cell);
    words[0] = from[i];
    words[1] = from[warp_size + i];
  }
}

/// Forgets what the cells of a plain store held.
template <unsigned Stride>
void clear_cells(warp& w, const place<Stride>& p, unsigned first, unsigned count) {
  if (p.r->shadow.empty()) return;
  for_each_lane(w.exec, [&](int i) {
    for (unsigned k = first; k < first + count; ++k)
      if (shadow_cell* const cell = p.r->shadow.find(p.of(i) / 4 + k); cell != nullptr) cell->tag = shadow_tag::none, cell->taints = taint_none;
  });
}

template <class Lane, unsigned Vector>
void quick_store(warp& w, const op& o) {
  constexpr unsigned stride = sizeof(Lane) * Vector, count = sizeof(Lane) / 4;
  bool numbers[Vector] = {};
  for (unsigned k = 0; k < Vector; ++k) {
    if (!o.list[k]) return memory_handler(memory_kind::store)(w, o);
    if (is_plain(w, o.list[k], count)) continue;
    if (count != 1 || w.planes == 0 || !holds_numbers(w, o.list[k])) return memory_handler(memory_kind::store)(w, o);
    numbers[k] = true;
  }
  place<stride> p;
  if (!find_place(w, o, p)) return memory_handler(memory_kind::store)(w, o);
  if (!p.r->writable || p.r->shadow.planes() != w.planes) return memory_handler(memory_kind::store)(w, o);
  if (p.r->tracks_races()) note_writes(w, o, *p.r, offsets(p).data(), stride);
  if constexpr (stride == 4) {
    const bool all_over = p.halves[0] == pattern::scattered && p.halves[1] == pattern::scattered;
    if (numbers[0] && w.planes == 2 && w.exec == 0xffffffffu && all_over) return store_scattered(w, p, o.list[0]);
  }
  for (unsigned k = 0; k < Vector; ++k) {
    store_element<Lane, Vector>(w, p, o.list[k], k);
    if (numbers[k]) store_numbers(w, p, o.list[k], k);
    else clear_cells(w, p, k * count, count);
  }
}

template <unsigned Vector>
handler load_of(const op& o) {
  if (o.width == 8) return o.d_bits == 64 ? &quick_load<std::uint64_t, std::uint64_t, Vector> : nullptr;
  if (o.d_bits > 32 || (o.width < 4 && is_signed(o))) return nullptr;
  switch (o.width) {
  case 4: return o.d_bits == 32 ? &quick_load<std::uint32_t, std::uint32_t, Vector> : nullptr;
  case 2: return &quick_load<std::uint16_t, std::uint32_t, Vector>;
  case 1: return &quick_load<std::uint8_t, std::uint32_t, Vector>;
  default: return nullptr;
  }
}
template <unsigned Vector>
handler store_of(const op& o) {
  if (o.width == 8) return o.b_bits == 64 ? &quick_store<std::uint64_t, Vector> : nullptr;
  return o.width == 4 && o.b_bits == 32 ? &quick_store<std::uint32_t, Vector> : nullptr;
}

} // namespace

handler bind_memory(const op& o) {
  const bool load = o.bits == memory_handler(memory_kind::load), store = o.bits == memory_handler(memory_kind::store);
  if ((!load && !store) || o.space == space::local || ptx::is_ordered(o.meaning) || o.addressing == addressing::frame_local) return nullptr;
  switch (o.vector) {
  case 1: return load ? load_of<1>(o) : store_of<1>(o);
  case 2: return load ? load_of<2>(o) : store_of<2>(o);
  case 4: return load ? load_of<4>(o) : store_of<4>(o);
  default: return nullptr;
  }
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
