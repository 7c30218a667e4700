#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <string>

namespace fpcheck::session {

/// The word of `--acc` that the launched kernels' matrix products say themselves: the tensor core's sums with the largest error among
/// them, f64 if all are of binary64, empty where there are none: then the output tells. Products with sums in binary16 are no reason to allow for them.
std::string accumulator_of(const exec::program& p, const exec::run_request& request);

} // namespace fpcheck::session
