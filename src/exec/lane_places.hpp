#pragma once
// Instructions with several addresses: mbarriers and asynchronous copies. op::list holds, for each address, its base register (none
// where there is none) and its displacement as a literal of 64 bits; op::selector the space of each and whether its base is wide.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// Of address number `k`: four bits from 4 k on.
constexpr std::uint32_t place_bits(unsigned k, space s, bool wide) { return (static_cast<std::uint32_t>(s) | (wide ? 8u : 0u)) << (4 * k); }
constexpr space space_of_place(const op& o, unsigned k) { return static_cast<space>((o.selector >> (4 * k)) & 7u); }
/// Bits of op::selector above the places.
inline constexpr std::uint32_t first_free_bit = 1u << 12;

/// Where one lane's bytes lie.
struct lane_place {
  region* where = nullptr;
  std::uint64_t offset = 0;
};

/// Finds the `bytes` bytes at address number `k` for one lane, on a multiple of `alignment`. False, with a fault, where there are none.
bool find_place(warp& w, const op& o, unsigned k, int lane, std::uint64_t bytes, std::uint64_t alignment, lane_place& out);

/// A source of 32 bits; undefined ones are reported, as what they say decides what happens.
std::uint32_t read_count(warp& w, const op& o, const ref& r, int lane);

} // namespace fpcheck::exec
