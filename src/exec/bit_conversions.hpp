#pragma once
// Watches what integer code makes of a number's bits where a narrower number is stored.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around the stores of `m` that keep what integer code made of one number's bits, and around what gives that number.
/// Requires: handlers are bound, nothing is wrapped yet.
void watch_bit_conversions(wrapped_machine& m);

} // namespace fpcheck::exec
