#pragma once
// Runs in which the results of operations are replaced: the machine goes on with exact values in the place of its own.
#include "wrapped_machine.hpp"

namespace fpcheck::exec {

/// Puts the exact values of `plan` in the place of what the instructions of `m` compute. Requires: handlers are bound.
void place_exact_values(wrapped_machine& m, const exact_plan& plan);

/// Whether the instruction consumes numbers and gives something else: a comparison, an extreme, a rounding to an integer.
bool compares_numbers(const op& o);
bool chooses_extreme(const op& o);
bool rounds_to_integer(const op& o);

/// The handler that decides a comparison or rounds to an integer by the exact values of its operands.
handler decided_by_exact_values(const op& o);
/// The lanes of the predicate that a comparison decided otherwise in `lanes` gives another value.
std::uint32_t changed_predicates(const warp& w, const op& o, std::uint32_t lanes);
/// Makes `whole` the result of a rounding to an integer, clamped to its type as the device does.
void put_integral(warp& w, const op& o, int lane, double whole);

/// By pc: comparisons and conversions of what the program computes as the rounding error of other operations (R1, R4).
std::vector<bool> find_anchored(const program& p);

} // namespace fpcheck::exec
