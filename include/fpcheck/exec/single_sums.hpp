#pragma once
// Sums of many terms in binary32, as they stand in a computation that is in binary64 otherwise; and error terms of sums.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: a sum in binary32 of many terms: one that a loop carries, that adds what another lane has of the same number, that an array in
/// shared memory or an atomic gathers, or a link of a long chain. Error terms (R4) are none.
std::vector<bool> find_single_sums(const program& p);
/// Whether what the instruction at `term` gives is made of the result of that at `sum`, in the same turn, by sums and moves.
bool is_made_of_sum(const program& p, std::uint32_t term, std::uint32_t sum);

} // namespace fpcheck::exec
