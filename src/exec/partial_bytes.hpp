#pragma once
// Registers of which only some bytes are undefined, as a struct's padding on its way from one place to another.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// What marks that of the register's value `bits` only the bytes in `mask` are undefined. It says so as long as the value
/// stays: no other value has the same mark, but for one in 2^28.
constexpr std::uint32_t partial_mark(std::uint32_t bits, unsigned mask) { return (bits * 0x9e3779b1u ^ bits >> 15) << 4 | mask; }

/// Notes beside the poison of lane `lane` that only the bytes in `mask` of `bits` are undefined.
inline void note_undefined_bytes(warp& w, const ref& slot, int lane, std::uint32_t bits, unsigned mask) {
  w.extra(slot).source[static_cast<std::size_t>(lane)] = partial_mark(bits, mask);
}
/// Which bytes of `bits` in lane `lane` are undefined: none, all, or those that were noted.
inline unsigned undefined_bytes(warp& w, const ref& slot, int lane, std::uint32_t bits) {
  const slot_shadow& s = w.shadow(slot);
  if (((s.poison >> lane) & 1u) == 0) return 0;
  if (s.extra == 0xffffffffu) return 15;
  const std::uint32_t mark = w.extra(slot).source[static_cast<std::size_t>(lane)];
  return mark == partial_mark(bits, mark & 15u) ? mark & 15u : 15u;
}

} // namespace fpcheck::exec
