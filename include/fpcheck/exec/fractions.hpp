#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <vector>

namespace fpcheck::exec {

/// Buffers of nothing but what is left of numbers when their whole parts are taken off, x - floor(x), by buffer of the request: what such a part is
/// multiplied by, which is the length of the circle that the number goes round; 0 for all others.
std::vector<double> find_fractions(const program& p, const run_request& request);

} // namespace fpcheck::exec
