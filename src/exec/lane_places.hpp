#pragma once
// Instructions with several addresses: mbarriers and asynchronous copies. op::list holds, for each address, its base register (none
// where there is none) and its displacement as a literal of 64 bits; op::choice the space of each and whether its base is wide.
#include <fpcheck/exec/machine.hpp>

namespace fpcheck::exec {

/// op::choice of an instruction with up to three addresses.
struct places_choice {
  std::array<space, 3> spaces{};
  std::uint8_t wide = 0; ///< bit k: address number k has a base register of 64 bits
};
inline space space_of_place(const op& o, unsigned k) { return o.choice.as<places_choice>().spaces[k]; }
inline bool has_wide_base(const op& o, unsigned k) { return (o.choice.as<places_choice>().wide >> k & 1u) != 0; }

/// Where one lane's bytes lie.
struct lane_place {
  region* where = nullptr;
  std::uint64_t offset = 0;
};

/// Finds the `bytes` bytes that lie `further` bytes behind address number `k` for one lane, on a multiple of `alignment`. False, with a
/// fault, where there are none.
bool find_place(warp& w, const op& o, unsigned k, int lane, std::uint64_t bytes, std::uint64_t alignment, lane_place& out, std::uint64_t further = 0);

/// A source of 32 bits; undefined ones are reported, as what they say decides what happens.
std::uint32_t read_count(warp& w, const op& o, const ref& r, int lane);

} // namespace fpcheck::exec
