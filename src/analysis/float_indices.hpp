#pragma once
// Addresses that a number in floating point leads to: outside of every buffer, or not where they should be.
#include <fpcheck/exec/run.hpp>

#include <string>
#include <vector>

namespace fpcheck::analysis {

/// The conversion to an integer that the address of a faulty access comes from; nullptr where there is none.
/// Requires: the run watched the ends of lineages.
const exec::end_record* made_of_float(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault);

/// What exact arithmetic gives where the address of a faulty access comes from a float that is rounded to an integer: in words to add
/// to the fault's, empty where it does not.
/// Requires: the run watched the ends of lineages.
std::string exact_index(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault);

/// Where numbers in floating point decide which elements a store writes: comparisons and roundings to integers that its address hangs on, or whether
/// it is executed. One instruction a line; nothing where there are more lines than tell something.
std::vector<std::uint32_t> decided_by_numbers(const exec::program& code, std::uint32_t store);

} // namespace fpcheck::analysis
