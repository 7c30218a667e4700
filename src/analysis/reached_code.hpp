#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::analysis {

/// By function of the program: the kernels that are launched, and what they may call. Other kernels of a module say nothing of a launch.
std::vector<bool> reached_functions(const exec::program& p, const exec::run_request& request);

/// Whether an instruction that the launches reach flushes subnormal numbers.
bool flushes_subnormals(const exec::program& p, const exec::run_request& request);

} // namespace fpcheck::analysis
