#pragma once
// What clamps to an end of their format's range hide of what left it.
#include "free_run.hpp"

#include <fpcheck/exec/range_ends.hpp>

#include <optional>

namespace fpcheck::analysis {

/// The elements that hang on it, and one of them.
struct hidden_elements {
  output_place place;
  std::uint64_t count = 0;
};

/// The runs to compare with: the machine's, and the one with exact values.
struct compared_runs {
  const exec::run_request& request;
  const exec::run_record& first;
  const exec::run_record& exactly;
  const std::vector<judged_output>& outputs;
  const terms& by;
};

/// Elements that are others where the exact numbers go on that the clamp at `pc` takes away, or where its infinities do.
/// Error: as of the replays.
result<std::optional<hidden_elements>> hidden_by(std::uint32_t pc, exec::range_end end, const compared_runs& runs, const free_replays& replays);

} // namespace fpcheck::analysis
