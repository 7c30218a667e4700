#pragma once
// Sums of many terms in binary32, as they stand in a computation that is in binary64 otherwise; and error terms of sums.
#include <fpcheck/exec/program.hpp>

#include <set>
#include <vector>

namespace fpcheck::exec {

/// By pc: a sum in binary32 of many terms: one that a loop carries, that adds what another lane has of the same number, that an array in
/// shared memory or an atomic gathers, or a link of a long chain. Error terms (R4) are none.
std::vector<bool> find_single_sums(const program& p);
/// For each of `terms` the instructions whose results what it gives is made of, in the same turn, by sums and moves.
std::vector<std::set<std::uint32_t>> find_parts_of_terms(const program& p, const std::vector<std::uint32_t>& terms);

} // namespace fpcheck::exec
