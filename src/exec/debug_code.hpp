#pragma once
// What debug code hides: addresses that are made generic before they are used, literals that go through memory and masks.
#include "value_origins.hpp"

namespace fpcheck::exec {

/// The bits of a literal that `r` holds at `pc`, also of one that was masked with another: a permutation is given its selector so.
std::optional<std::uint32_t> literal_bits(const def_use& g, ref r, std::uint32_t pc, int moves = most_moves);
/// The state space that a load or store goes to, also where it takes a generic address that was made of one in shared memory.
space reached(const def_use& g, const op& access);

} // namespace fpcheck::exec
