#pragma once
// Where the lanes of a load, a store or an atomic go, for whoever looks on.
#include "handlers.hpp"

#include <array>

namespace fpcheck::exec {

struct accessed_places {
  std::uint32_t lanes = 0; ///< whose address is one
  std::array<region*, warp_size> where{};
  std::array<std::uint64_t, warp_size> offset{};
  std::uint64_t bytes = 0; ///< of each lane
};

/// Nothing of instructions whose lanes do not each access bytes of their own.
inline accessed_places places_accessed(warp& w, const op& o) {
  accessed_places out;
  if (o.meaning.access == ptx::access::none || !ptx::accesses_by_lane(o.meaning) || o.addressing == addressing::slots || o.width == 0) return out;
  out.bytes = static_cast<std::uint64_t>(o.width) * o.vector;
  const std::uint64_t frame_base = o.addressing == addressing::frame_local ? w.top->local_base : 0;
  for_each_lane(w.exec, [&](int i) {
    const std::uint64_t base = !o.a ? frame_base : o.a_bits == 64 ? w.lanes<std::uint64_t>(o.a)[i] : w.lanes<std::uint32_t>(o.a)[i];
    std::uint64_t address = base + static_cast<std::uint64_t>(o.displacement);
    if (o.a && o.a_bits != 64) address = static_cast<std::uint32_t>(address);
    region* const r = resolve(w, o.space, i, address, out.bytes);
    if (r == nullptr) return;
    out.lanes |= 1u << i, out.where[static_cast<std::size_t>(i)] = r, out.offset[static_cast<std::size_t>(i)] = offset_in(*r, o.space, address);
  });
  return out;
}

} // namespace fpcheck::exec
