#pragma once
#include <fpcheck/base/config.hpp>

#include <cstdint>

/// Digests of output streams: sums of a mixed word for each (index, output), so that the order of evaluation is free.
namespace gpu {

/// A bijection of 64-bit words that spreads every bit over the word (the finaliser of splitmix64).
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// What `output` at `index` adds, modulo 2^64, to its block's digest.
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t digest_term(std::uint64_t index, std::uint64_t output) noexcept {
  return mix(mix(index) ^ output);
}

} // namespace gpu
