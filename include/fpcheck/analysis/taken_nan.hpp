#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <cstdint>
#include <vector>

namespace fpcheck::analysis {

/// Names, in a mismatch of element `index` of `buffer`, the minimum, maximum or comparison that takes a NaN away on which the element depends: with the
/// NaN let through there, or the comparison decided the other way, the element is another one. The launches are run once more, and once for each such
/// place that is tried, of a few at most, all within so many seconds; not at all where they are long, or where nothing speaks of a NaN. Nothing is named where
/// no NaN goes that way, or a run is cut. `before`: what the check of the launches has told.
void name_taken_nan(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index,
                    const run_result& before, double seconds, const std::vector<std::uint64_t>& blocks = {});

} // namespace fpcheck::analysis
