#pragma once
#include "judge.hpp"
#include "places.hpp"

#include <utility>
#include <vector>

namespace fpcheck::analysis {

/// Elements that stand for an output where lines are held to account: its worst one, a few suspicious ones, and some spread evenly.
std::vector<std::uint64_t> sample_of(const judged_output& o);

/// What each source line added to the errors of the elements `sample` of `o`, by decreasing share. `blamed` is a run in the blame domain.
std::vector<line_error> attribute(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                  const judged_output& o, const std::vector<std::uint64_t>& sample);

} // namespace fpcheck::analysis
