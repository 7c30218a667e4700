#pragma once
// Values that memory, or a loop, keeps between what computes and what consumes them.
#include "def_use.hpp"

namespace fpcheck::exec {

/// Marks where an exponential takes its argument, if that is a number that was loaded, or that a loop carries, up to sums: a logarithm
/// that is kept as one, and known to half an ulp of itself (`roles::kept_logarithm`).
void find_kept_logarithms(program& p, const function_code& code, const def_use& g);
/// Marks loads whose value does nothing but be compared by a compare-and-swap of the same place, and make what that puts there, in a loop
/// that goes on with what the atomic saw: an outdated value is tried again (`roles::guess`).
void find_guesses(program& p, const function_code& code, const def_use& g);

} // namespace fpcheck::exec
