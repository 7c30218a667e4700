#pragma once
// Registers of a warp, lane by lane.
#include <fpcheck/exec/machine.hpp>

#include <cstring>

namespace fpcheck::exec {

/// Writes `from` to the lanes of `d` in `mask`.
template <class Lane>
void write_lanes(warp& w, const ref& d, const Lane* from, std::uint32_t mask) {
  Lane* to = w.lanes<Lane>(d);
  if (mask == 0xffffffffu) std::memmove(to, from, sizeof(Lane) * warp_size);
  else for_each_lane(mask, [&](int i) { to[i] = from[i]; });
}

/// Bits of one lane of a register of `bits` bits.
inline std::uint64_t element_bits(warp& w, const ref& r, int bits, int lane) {
  return bits == 64 ? w.lanes<std::uint64_t>(r)[lane] : w.lanes<std::uint32_t>(r)[lane];
}

} // namespace fpcheck::exec
