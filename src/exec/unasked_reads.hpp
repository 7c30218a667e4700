#pragma once
// Volatile, relaxed and acquiring loads that fetch data. A flag is asked about, and whoever waits looks again; what goes into
// arithmetic or to memory with no question asked is taken as it is found, whether or not it was there yet.
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// By pc: an ordered load whose value reaches a store, an atomic or arithmetic on numbers, and no comparison on the way there.
/// Empty where there is none.
std::vector<bool> find_unasked_reads(const program& p);

} // namespace fpcheck::exec
