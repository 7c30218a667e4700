#pragma once
// What integers that leave their range come to at the outputs.
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/run.hpp>

#include <functional>

namespace fpcheck::analysis {

/// Of the integers that `first` lost: a finding for each instruction on whose result an output depends, as a run shows in which the
/// lanes beyond the range get another one. A clamp that a smaller one follows, and a conversion whose result nobody takes, are none.
/// Requires: `replay` makes such a run of the same launches, without shadows.
result<std::vector<finding>> judge_integer_ranges(const exec::program& code, const exec::run_request& request, const exec::run_record& first, const judgement& j,
                                                  const std::function<result<exec::run_record>(const exec::range_probe&)>& replay);

} // namespace fpcheck::analysis
