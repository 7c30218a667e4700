#pragma once
// NaNs of the kernel's own making that min, max or a clamp to [0, 1] take away: the number that is left says nothing of them.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// What looks at lineages' ends around `o`; nullptr where it is neither min nor max nor a clamp of numbers.
handler watching_extremes(const op& o);

/// By instruction: arithmetic on what integer code made of a number's bits.
std::vector<bool> find_bits_as_numbers(const program& p);
/// Notes numbers that are the bits of a NaN of the kernel's own making, as integer code left them, where `o` computes with them or stores them.
void note_bits_of_nans(warp& w, const op& o);
/// That alone, to be put around an instruction.
void watch_bits_as_number(warp& w, const op& o);

/// Lets the NaNs through that the instruction `from` swallows, and what they become further on, wherever an extreme would swallow those.
/// Requires: handlers are bound.
void let_nans_through(wrapped_machine& m, std::uint32_t from);

} // namespace fpcheck::exec
