#pragma once
// Addresses outside of every buffer that a number in floating point leads to.
#include <fpcheck/exec/run.hpp>

#include <string>

namespace fpcheck::analysis {

/// The conversion to an integer that the address of a faulty access comes from; nullptr where there is none.
/// Requires: the run watched the ends of lineages.
const exec::end_record* made_of_float(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault);

/// What exact arithmetic gives where the address of a faulty access comes from a float that is rounded to an integer: in words to add
/// to the fault's, empty where it does not.
/// Requires: the run watched the ends of lineages.
std::string exact_index(const exec::program& code, const exec::run_record& run, const exec::fault_record& fault);

} // namespace fpcheck::analysis
