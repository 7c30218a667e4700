#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// Buffers that a launch stores to and a later one only loads from: what they hold is on its way to other outputs. By buffer of the request.
std::vector<bool> find_handed_on(const program& p, const run_request& request);

} // namespace fpcheck::exec
