#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::analysis {

/// By function of the program: the kernels that are launched, and what they may call. Other kernels of a module say nothing of a launch.
std::vector<bool> reached_functions(const exec::program& p, const exec::run_request& request);

/// Whether an instruction that the launches reach flushes subnormal numbers.
bool flushes_subnormals(const exec::program& p, const exec::run_request& request);
/// Whether such an instruction approximates a function to a few digits, or as a first guess.
bool approximates_coarsely(const exec::program& p, const exec::run_request& request);

/// Whether more is forgiven than what approximate functions err: the rounding of an angle, of a logarithm that is kept as one, of random bits,
/// and what a tensor core cuts off.
bool forgives_roundings(const exec::program& p, const exec::run_request& request);

/// Whether an instruction that the launches reach approximates a function, with a stated error of more than a rounding's size.
bool reaches_approximations(const exec::program& p, const exec::run_request& request);

/// Whether a thread may take a place by what an atomic on integers gives it: the result of one is used.
bool takes_places(const exec::program& p, const exec::run_request& request);

/// Whether an instruction approximates a function, with a stated error of more than a rounding's size.
bool approximates(const exec::op& o);

} // namespace fpcheck::analysis
