#pragma once
#include <fpcheck/base/bits.hpp>

#include <cstdint>

namespace fpcheck::exec {

/// A number in (-1, 1), the same for the same value and copy in every place.
inline double random_factor(double v, std::uint32_t copy) {
  std::uint64_t h = bits_of(v) * 0x9e3779b97f4a7c15u + (copy + 1) * 0xbf58476d1ce4e5b9u;
  h ^= h >> 29;
  h *= 0x94d049bb133111ebu;
  h ^= h >> 32;
  return static_cast<double>(static_cast<std::int64_t>(h)) * 0x1p-63;
}

} // namespace fpcheck::exec
