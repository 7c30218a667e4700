#pragma once
// Decisions that rounding alone took: the launch is run again with them taken as exact arithmetic takes them, and what
// that changes is held against the kernel.
#include "judge.hpp"

#include <functional>
#include <vector>

namespace fpcheck::analysis {

/// Replays the launch with copies for the sensitivity, deciding the ties of the given instructions exactly.
using exact_replay = std::function<result<exec::run_record>(const std::vector<std::uint32_t>& pcs)>;

/// A finding for each instruction whose ties, decided exactly, give an output another value by far: a comparison of numbers that
/// only rounding made equal, an index that rounding left one short. What a correction, a clamp or an interpolation makes good is
/// none. `first` is the default run, which recorded the ties; a replay that does not come to its end says nothing.
/// Error: as of the replay.
result<std::vector<finding>> weigh_decisions(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                             const std::vector<judged_output>& outputs, const terms& by, const exact_replay& replay);

} // namespace fpcheck::analysis
