#pragma once
#include <fpcheck/exec/run.hpp>

namespace fpcheck::exec {

/// Gives the elements that move, or stand for another number than their bits, their first shadows.
/// Error: another domain than the dual one, another count than the buffer's, a buffer of integers.
result<void> place_directions(const run_plan& plan, const run_request& request, run_record& out);

} // namespace fpcheck::exec
