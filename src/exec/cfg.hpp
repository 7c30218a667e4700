#pragma once
#include <fpcheck/exec/program.hpp>

namespace fpcheck::exec {

/// Finds the basic blocks of a function and orders them so that a loop's body comes before what follows the loop: the
/// group of lanes with the smallest order runs first, and the others meet it where they part from each other no more.
/// Source: F. Bourdoncle, Efficient chaotic iteration strategies with widenings (weak topological order), 1993.
void find_blocks(program& p, function_code& code);

} // namespace fpcheck::exec
