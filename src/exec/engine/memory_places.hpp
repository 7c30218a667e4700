#pragma once
// Where the lanes of a load or store lie, found for all of them at once where they lie in one region.
#include "../handlers.hpp"
#include "tables.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// How the addresses of 16 neighbouring lanes lie; kernels with 16 x 16 threads repeat a pattern in either half of a warp.
enum class pattern : std::uint8_t { scattered, equal, consecutive };
constexpr int half = warp_size / 2;

/// One access of the executing lanes, each of `Stride` bytes. Idle lanes have the offset of one that executes.
template <unsigned Stride>
struct place {
  region* r = nullptr;
  std::uint64_t first[2] = {};                ///< of each half
  pattern halves[2] = {};
  alignas(64) std::uint64_t offset[warp_size]; ///< in a scattered half

  std::uint64_t of(int lane) const {
    const int h = lane / half;
    if (halves[h] == pattern::scattered) return offset[lane];
    return first[h] + (halves[h] == pattern::equal ? 0u : static_cast<std::uint64_t>(lane % half) * Stride);
  }
};

/// The offsets of all lanes, for those who keep a record of accesses.
template <unsigned Stride>
std::array<std::uint64_t, warp_size> offsets(const place<Stride>& p) {
  std::array<std::uint64_t, warp_size> out;
  for (int i = 0; i < warp_size; ++i) out[static_cast<std::size_t>(i)] = p.of(i);
  return out;
}

/// The executing lanes without those of a half that reads one place, but for the last of it.
template <unsigned Stride>
std::uint32_t last_of_equals(const warp& w, const place<Stride>& p) {
  std::uint32_t out = 0;
  for (int h = 0; h < 2; ++h) {
    const std::uint32_t lanes = w.exec & (0xffffu << (h * half));
    out |= lanes != 0 && p.halves[h] == pattern::equal ? std::bit_floor(lanes) : lanes;
  }
  return out;
}

/// The buffer that holds `address`; remembered for the next execution of the instruction.
inline region* buffer_at(warp& w, const op& o, std::uint64_t address, unsigned bytes) {
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
inline located region_of(warp& w, const op& o, std::uint64_t address, unsigned bytes) {
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
  case space::local:
  case space::cluster: break;
  }
  return {r, r != nullptr ? r->base : 0};
}

template <class Address>
FPCHECK_INLINE std::uint64_t address_of(const Address* a, int i, const op& o) {
  const auto sum = static_cast<Address>(a[i] + static_cast<Address>(o.displacement));
  return o.space == space::shared ? sum & 0xffffffffu : sum;
}

/// Where the lanes of a half lie that has one of the two regular patterns.
template <unsigned Stride, class Address>
struct ramp {
  alignas(64) Address consecutive[half], equal[half];
  constexpr ramp() : consecutive(), equal() {
    for (unsigned i = 0; i < half; ++i) consecutive[i] = static_cast<Address>(i * Stride);
  }
};

/// As many lanes as a wide register holds.
template <class Address>
using row [[gnu::vector_size(64)]] = Address;
template <class Address>
FPCHECK_INLINE row<Address> row_at(const Address* p) {
  row<Address> v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
template <class Address>
FPCHECK_INLINE bool any_bit(row<Address> v) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(v), reinterpret_cast<__m512i>(v)) != 0;
#else
  Address m = 0;
  for (unsigned i = 0; i < 64 / sizeof(Address); ++i) m |= v[i];
  return m != 0;
#endif
}

/// The place of a whole warp each half of which has a regular pattern, or false.
template <unsigned Stride, class Address>
FPCHECK_INLINE bool find_regular(warp& w, const op& o, place<Stride>& p) {
  if (sizeof(Address) == 8 && o.space == space::shared) return false;
  static constexpr ramp<Stride, Address> steps;
  const Address* a = w.lanes<Address>(o.a);
  constexpr int in_row = 64 / sizeof(Address);
  row<Address> mismatch = {};
  for (int h = 0; h < 2; ++h) {
    const Address* lane = a + h * half;
    const Address base = lane[0];
    p.halves[h] = lane[half - 1] == base ? pattern::equal : pattern::consecutive;
    const Address* step = p.halves[h] == pattern::equal ? steps.equal : steps.consecutive;
    for (int i = 0; i < half; i += in_row) mismatch |= row_at(lane + i) ^ (row_at(step + i) + base);
  }
  if (any_bit<Address>(mismatch)) return false;
  const std::uint64_t address[2] = {address_of(a, 0, o), address_of(a, half, o)};
  const located at = region_of(w, o, address[0], Stride);
  if (at.r == nullptr) return false;
  p.r = at.r;
  bool inside = ((address[0] | address[1]) & (Stride - 1)) == 0;
  for (int h = 0; h < 2; ++h) {
    const std::uint64_t span = p.halves[h] == pattern::equal ? Stride : half * Stride;
    p.first[h] = address[h] - at.zero;
    inside = inside && at.r->size() >= span && p.first[h] <= at.r->size() - span;
  }
  return inside;
}

/// Offsets of all lanes, and whether each executing one is inside and aligned.
template <unsigned Stride, class Address>
bool find_offsets(warp& w, const op& o, place<Stride>& p) {
  const Address* a = w.lanes<Address>(o.a);
  const int first = std::countr_zero(w.exec);
  const located at = region_of(w, o, address_of(a, first, o), Stride);
  if (at.r == nullptr || at.r->size() < Stride) return false;
  p.r = at.r;
  const std::uint64_t limit = at.r->size() - Stride, align = Stride - 1, idle = address_of(a, first, o), zero = at.zero;
  const std::uint64_t cut = o.space == space::shared ? 0xffffffffu : ~std::uint64_t{0};
  const auto displacement = static_cast<Address>(o.displacement);
  const std::uint32_t exec = w.exec;
  alignas(64) std::uint64_t offset[warp_size], bad[warp_size];
  for (int i = 0; i < warp_size; ++i) {
    const std::uint64_t mine = static_cast<Address>(a[i] + displacement) & cut;
    const std::uint64_t address = ((exec >> i) & 1u) != 0 ? mine : idle;
    offset[i] = address - zero;
    bad[i] = (offset[i] > limit ? std::uint64_t{1} : std::uint64_t{0}) | (address & align);
  }
  row<std::uint64_t> wrong = {}, apart[2] = {};
  for (int i = 0; i < warp_size; i += 8) {
    wrong |= row_at(bad + i);
    apart[i / half] |= row_at(offset + i) ^ offset[i / half * half];
  }
  std::memcpy(p.offset, offset, sizeof offset);
  for (int h = 0; h < 2; ++h) {
    p.halves[h] = any_bit<std::uint64_t>(apart[h]) ? pattern::scattered : pattern::equal;
    p.first[h] = offset[h * half];
  }
  return !any_bit<std::uint64_t>(wrong);
}

/// An address without a register is every lane's.
template <unsigned Stride>
bool find_common_offset(warp& w, const op& o, place<Stride>& p) {
  const auto address = static_cast<std::uint64_t>(o.displacement);
  const located at = region_of(w, o, address, Stride);
  if (at.r == nullptr || at.r->size() < Stride || address - at.zero > at.r->size() - Stride || (address & (Stride - 1)) != 0) return false;
  p.r = at.r;
  p.first[0] = p.first[1] = address - at.zero;
  p.halves[0] = p.halves[1] = pattern::equal;
  return true;
}

template <unsigned Stride>
bool find_place(warp& w, const op& o, place<Stride>& p) {
  if (!o.a) return find_common_offset(w, o, p);
  if (o.a.where == pool::frame) {
    const slot_shadow& s = w.shadow(o.a);
    if (((s.poison | s.stray) & w.exec) != 0) return false;
  }
  if (o.a_bits == 64) {
    if (w.exec == 0xffffffffu && find_regular<Stride, std::uint64_t>(w, o, p)) return true;
    return find_offsets<Stride, std::uint64_t>(w, o, p);
  }
  if (w.exec == 0xffffffffu && find_regular<Stride, std::uint32_t>(w, o, p)) return true;
  return find_offsets<Stride, std::uint32_t>(w, o, p);
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
