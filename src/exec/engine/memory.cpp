// Loads and stores of a warp whose lanes are all in one region of memory about which nothing needs to be kept: no shadow, no
// record of accesses, every byte defined. Whatever else there is goes the general way, which also reports faults.
#include "../handlers.hpp"
#include "../shadow_move.hpp"
#include "tables.hpp"

#include <algorithm>
#include <cstring>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {
namespace {

/// How the addresses of 16 neighbouring lanes lie; kernels with 16 x 16 threads repeat a pattern in either half of a warp.
enum class pattern : std::uint8_t { scattered, equal, consecutive };
constexpr int half = warp_size / 2;

/// One access of the executing lanes. Idle lanes have the offset of one that executes.
struct place {
  region* r = nullptr;
  alignas(64) std::uint64_t offset[warp_size];
  pattern halves[2] = {};
};

/// The buffer that holds `address`; remembered for the next execution of the instruction.
region* buffer_at(warp& w, const op& o, std::uint64_t address, unsigned bytes) {
  region*& recent = w.recent[o.pc % w.recent.size()];
  if (recent != nullptr && recent->contains(address, bytes)) return recent;
  region* const r = w.host->global->find(address, bytes);
  if (r != nullptr && r->buffer != 0xffffffffu) recent = r; // the heap's regions may go
  return r;
}

struct located {
  region* r = nullptr;
  std::uint64_t zero = 0; ///< address of the region's byte 0
};
located region_of(warp& w, const op& o, std::uint64_t address, unsigned bytes) {
  region* r = nullptr;
  switch (o.space) {
  case space::shared: r = &w.block->shared; return {r, r->base};
  case space::constant: r = &w.host->constant; return {r, r->base};
  case space::param: r = &w.host->params; return {r, r->base};
  case space::global: r = buffer_at(w, o, address, bytes); break;
  case space::generic:
    if (address >= global_base) r = buffer_at(w, o, address, bytes);
    else if ((address & ~(window_size - 1)) == shared_window) r = &w.block->shared;
    if (r == &w.block->shared) return {r, shared_window + r->base};
    break;
  case space::local: break;
  }
  return {r, r != nullptr ? r->base : 0};
}

template <class Address>
FPCHECK_INLINE std::uint64_t address_of(const Address* a, int i, const op& o) {
  const auto sum = static_cast<Address>(a[i] + static_cast<Address>(o.displacement));
  return o.space == space::shared ? sum & 0xffffffffu : sum;
}

/// Offsets of all lanes, and whether each executing one is inside and aligned.
template <class Address>
bool find_offsets(warp& w, const op& o, unsigned bytes, place& p) {
  const Address* a = w.lanes<Address>(o.a);
  const int first = std::countr_zero(w.exec);
  const located at = region_of(w, o, address_of(a, first, o), bytes);
  if (at.r == nullptr || at.r->size() < bytes) return false;
  p.r = at.r;
  const std::uint64_t limit = at.r->size() - bytes, align = bytes - 1, idle = address_of(a, first, o);
  const std::uint32_t exec = w.exec;
  std::uint64_t bad = 0;
#pragma GCC ivdep
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t address = ((exec >> i) & 1u) != 0 ? address_of(a, i, o) : idle;
    const std::uint64_t offset = address - at.zero;
    p.offset[i] = offset;
    bad |= (offset > limit ? 1u : 0u) | (address & align);
  }
  return bad == 0;
}

template <unsigned Stride>
pattern pattern_of(const std::uint64_t* offset) {
  std::uint64_t apart = 0, scattered = 0;
#pragma GCC ivdep
  for (int i = 0; i < half; ++i) {
    apart |= offset[i] ^ offset[0];
    scattered |= offset[i] ^ (offset[0] + static_cast<std::uint64_t>(i) * Stride);
  }
  return apart == 0 ? pattern::equal : scattered == 0 ? pattern::consecutive : pattern::scattered;
}

/// An address without a register is every lane's.
bool find_common_offset(warp& w, const op& o, unsigned bytes, place& p) {
  const auto address = static_cast<std::uint64_t>(o.displacement);
  const located at = region_of(w, o, address, bytes);
  if (at.r == nullptr || at.r->size() < bytes || address - at.zero > at.r->size() - bytes || (address & (bytes - 1)) != 0) return false;
  p.r = at.r;
  std::fill_n(p.offset, warp_size, address - at.zero);
  p.halves[0] = p.halves[1] = pattern::equal;
  return true;
}

template <unsigned Bytes>
bool find_place(warp& w, const op& o, place& p) {
  if (!o.a) return find_common_offset(w, o, Bytes, p);
  if (o.a.where == pool::frame) {
    const slot_shadow& s = w.shadow(o.a);
    if (((s.poison | s.stray) & w.exec) != 0) return false;
  }
  if (!(o.a_bits == 64 ? find_offsets<std::uint64_t>(w, o, Bytes, p) : find_offsets<std::uint32_t>(w, o, Bytes, p))) return false;
  for (int h = 0; h < 2; ++h) p.halves[h] = pattern_of<Bytes>(p.offset + h * half);
  return true;
}

/// Whether every byte that is read is defined. Requires: Bytes is a multiple of 4, or divides it.
template <unsigned Bytes>
bool all_defined(const place& p) {
  const std::vector<std::uint8_t>& state = p.r->state;
  if (state.empty()) return true;
  constexpr unsigned cells = Bytes < 4 ? 1 : Bytes / 4;
  std::uint8_t s = 0;
  for (int h = 0; h < 2; ++h) {
    const std::uint64_t* offset = p.offset + h * half;
    const int lanes = p.halves[h] == pattern::scattered || Bytes < 4 ? half : 1;
    const unsigned row = p.halves[h] == pattern::consecutive && Bytes >= 4 ? half * cells : cells;
    for (int i = 0; i < lanes; ++i)
      for (unsigned k = 0; k < row; ++k) s |= state[offset[i] / 4 + k];
  }
  return (s & 0x0fu) == 0;
}

FPCHECK_INLINE void forget(warp& w, const ref& d) {
  if (w.shadow(d).any() != 0) drop_shadow(w, d, w.exec);
}

/// Element `k` of a load of `Vector` elements; `Lane` is what a register's lane holds.
template <class Element, class Lane, unsigned Vector>
FPCHECK_INLINE void load_element(warp& w, const place& p, const ref& d, unsigned k) {
  const std::byte* data = p.r->data.data() + k * sizeof(Element);
  alignas(64) Lane t[warp_size];
  Lane* const to = w.exec == 0xffffffffu ? w.lanes<Lane>(d) : t;
  for (int h = 0; h < 2; ++h) {
    const std::uint64_t* offset = p.offset + h * half;
    Lane* out = to + h * half;
    if (p.halves[h] == pattern::equal) {
      Element v;
      std::memcpy(&v, data + offset[0], sizeof v);
      std::fill_n(out, half, static_cast<Lane>(v));
    } else if (Vector == 1 && sizeof(Element) == sizeof(Lane) && p.halves[h] == pattern::consecutive) {
      std::memcpy(out, data + offset[0], half * sizeof(Element));
    } else {
      for (int i = 0; i < half; ++i) {
        Element v;
        std::memcpy(&v, data + offset[i], sizeof v);
        out[i] = static_cast<Lane>(v);
      }
    }
  }
  if (to == t) blend(w.lanes<Lane>(d), t, w.exec);
  forget(w, d);
  if constexpr (sizeof(Lane) == 8) forget(w, following(d, 1));
}

template <class Element, class Lane, unsigned Vector>
void quick_load(warp& w, const op& o) {
  place p;
  if (!find_place<sizeof(Element) * Vector>(w, o, p)) return memory_handler(memory_kind::load)(w, o);
  const region& r = *p.r;
  if (!r.shadow.empty() || !r.accesses.empty() || (r.input && w.tracks_input) || !all_defined<sizeof(Element) * Vector>(p)) return memory_handler(memory_kind::load)(w, o);
  for (unsigned k = 0; k < Vector; ++k)
    if (o.list[k]) load_element<Element, Lane, Vector>(w, p, o.list[k], k);
}

bool is_plain(warp& w, const ref& a, int slots) {
  for (int k = 0; k < slots && a.where == pool::frame; ++k)
    if (w.shadow(following(a, static_cast<std::uint32_t>(k))).any() != 0) return false;
  return true;
}

template <class Lane, unsigned Vector>
void store_element(warp& w, const place& p, const ref& a, unsigned k) {
  region& r = *p.r;
  const Lane* from = w.lanes<Lane>(a);
  constexpr unsigned cells = sizeof(Lane) / 4;
  for (int h = 0; h < 2; ++h) {
    const std::uint64_t* offset = p.offset + h * half;
    const std::uint32_t lanes = (w.exec >> (h * half)) & 0xffffu;
    if (Vector == 1 && lanes == 0xffffu && p.halves[h] == pattern::consecutive) {
      std::memcpy(r.data.data() + offset[0], from + h * half, half * sizeof(Lane));
      if (!r.state.empty()) std::memset(r.state.data() + offset[0] / 4, 0xf0, half * cells);
      continue;
    }
    for_each_lane(lanes, [&](int i) { // in the lanes' order: the last of several that meet stays
      const std::uint64_t at = offset[i] + k * sizeof(Lane);
      std::memcpy(r.data.data() + at, from + h * half + i, sizeof(Lane));
      if (!r.state.empty()) std::memset(r.state.data() + at / 4, 0xf0, cells);
    });
  }
}

/// Whether every executing lane of `a` holds a binary32 number with nothing else to say.
bool holds_numbers(warp& w, const ref& a) {
  if (a.where != pool::frame) return false;
  const slot_shadow& s = w.shadow(a);
  return s.tag == shadow_tag::f32 && (w.exec & ~s.live) == 0 && ((s.input | s.born | s.cut | s.poison | s.stray) & w.exec) == 0;
}

/// The numbers of a stored register, a cell each.
void store_numbers(warp& w, const place& p, const ref& a) {
  shadow_memory& shadow = p.r->shadow;
  const std::uint64_t* from = w.plane(a);
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t index = p.offset[i] / 4;
    shadow_cell& cell = shadow.touch(index);
    cell.tag = shadow_tag::f32;
    cell.taints = taint_none;
    std::uint64_t* to = shadow.words(index);
    for (int k = 0; k < w.planes; ++k) to[k] = from[k * warp_size + i];
  });
}

void quick_store_of_numbers(warp& w, const op& o) {
  place p;
  if (!holds_numbers(w, o.list[0]) || !find_place<4>(w, o, p) || !p.r->writable || !p.r->accesses.empty() || p.r->shadow.planes() != w.planes)
    return memory_handler(memory_kind::store)(w, o);
  store_element<std::uint32_t, 1>(w, p, o.list[0], 0);
  store_numbers(w, p, o.list[0]);
}

template <class Lane, unsigned Vector>
void quick_store(warp& w, const op& o) {
  if (sizeof(Lane) == 4 && Vector == 1 && w.planes != 0 && o.list[0] && !is_plain(w, o.list[0], 1)) return quick_store_of_numbers(w, o);
  place p;
  for (unsigned k = 0; k < Vector; ++k)
    if (!o.list[k] || !is_plain(w, o.list[k], sizeof(Lane) / 4)) return memory_handler(memory_kind::store)(w, o);
  if (!find_place<sizeof(Lane) * Vector>(w, o, p)) return memory_handler(memory_kind::store)(w, o);
  if (!p.r->writable || !p.r->accesses.empty() || !p.r->shadow.empty()) return memory_handler(memory_kind::store)(w, o);
  for (unsigned k = 0; k < Vector; ++k) store_element<Lane, Vector>(w, p, o.list[k], k);
}

template <unsigned Vector>
handler load_of(const op& o) {
  if (o.width == 8) return o.d_bits == 64 ? &quick_load<std::uint64_t, std::uint64_t, Vector> : nullptr;
  if (o.d_bits > 32 || (o.width < 4 && (o.selector & load_signed) != 0)) return nullptr;
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
  if ((!load && !store) || o.space == space::local || (o.selector & (is_volatile | is_frame_local)) != 0) return nullptr;
  switch (o.vector) {
  case 1: return load ? load_of<1>(o) : store_of<1>(o);
  case 2: return load ? load_of<2>(o) : store_of<2>(o);
  case 4: return load ? load_of<4>(o) : store_of<4>(o);
  default: return nullptr;
  }
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
