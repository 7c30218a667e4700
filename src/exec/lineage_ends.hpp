#pragma once
// Watches where lineages of inexact numbers end: what exact arithmetic says of each outcome is recorded by instruction.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts a look around every instruction of `m` that takes numbers and gives none. Requires: handlers are bound, a domain that encloses.
void watch_lineage_ends(wrapped_machine& m);

/// Keeps, of the numbers that one instruction consumes in one thread, the one with the largest error.
void watch_consumption(wrapped_machine& m, const consumed_number& which);

} // namespace fpcheck::exec
