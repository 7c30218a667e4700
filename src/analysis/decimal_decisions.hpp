#pragma once
// Decisions that hang on a literal's own rounding: 0.01f is not a hundredth.
#include "judge.hpp"

#include <functional>

namespace fpcheck::analysis {

/// Where numbers of `first` decide something and the launches reach literals of few digits: a run in which these are the decimals that
/// were written, and decisions go their way where operands then meet or are integers. A finding where an output shows it.
/// Requires: `replay` makes such a run of the same launches in the double-double domain.
result<std::optional<finding>> judge_decimals(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                              const std::vector<judged_output>& outputs, const terms& by, const std::function<result<exec::run_record>()>& replay);

/// Whether the launches reach a literal of binary32 that stands for a decimal of few digits.
bool reaches_short_decimals(const exec::program& code, const exec::run_request& request, const judgement& judged);

} // namespace fpcheck::analysis
