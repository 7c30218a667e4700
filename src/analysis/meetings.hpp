#pragma once
// Numbers that meet in exact arithmetic and that only the machine's roundings part: what is decided about them is known.
#include "judge.hpp"

#include <functional>

namespace fpcheck::analysis {

/// Where exact operands of a comparison are equal, or the exact operand of a directed rounding is an integer, no input's rounding excuses that the
/// machine decides otherwise: inputs so chosen that they meet are chosen so. A finding where an output shows it.
/// Requires: `replay` makes a run of the same launches in the double-double domain.
result<std::optional<finding>> judge_meetings(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                              const std::vector<judged_output>& outputs, const terms& by,
                                              const std::function<result<exec::run_record>(const exec::meeting_plan&)>& replay);

} // namespace fpcheck::analysis
