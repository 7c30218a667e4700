#pragma once
// Stochastic rounding by integer code: random bits are added below a format's last, and cut off.
#include "def_use.hpp"
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// By pc: an integer addition of as many random bits as its result is cut by afterwards; from a hash, a generator or memory.
/// Empty where there is none.
std::vector<bool> find_random_cuts(const program& p, const judgement& judged);
/// From there on the bits mean exactly themselves, where the number's own error is within the limit: what is cut off is the random bits'
/// doing, and meant.
void settle_random_cut(warp& w, const op& o);

} // namespace fpcheck::exec
