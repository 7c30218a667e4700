#pragma once
// Integers in the lanes of a register.
#include "engine/lanes.hpp"

namespace fpcheck::exec {

inline std::int64_t value_in(warp& w, const ref& r, int bits, int lane) {
  return bits == 64 ? w.lanes<std::int64_t>(r)[lane] : w.lanes<std::int32_t>(r)[lane];
}
inline void put(warp& w, const ref& r, int bits, int lane, std::int64_t v) {
  if (bits == 64) w.lanes<std::int64_t>(r)[lane] = v;
  else w.lanes<std::int32_t>(r)[lane] = static_cast<std::int32_t>(v);
}

} // namespace fpcheck::exec
