#pragma once
// The free run: the launch once more with exact values in the place of the machine's, so that whatever takes numbers and gives
// none - predicates, integers, bits of any kind - sees what exact arithmetic has there, with the control flow that follows.
// Where outputs then differ by more than their inputs' rounding explains, what went the other way is a finding.
#include "judge.hpp"

#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace fpcheck::analysis {

/// How the free run and its like are made.
struct free_replays {
  /// The launch with exact values, bounded by four times what the machine's run took.
  std::function<result<exec::run_record>(const exec::exact_plan&)> exactly;
  /// The machine's run in the blame domain, looking at the number that an instruction of a thread consumes.
  std::function<result<exec::run_record>(const exec::consumed_number&)> consuming;
};

/// What became of the ends of lineages: of inexact numbers that decided something, or whose bits were taken.
struct lineage_ends {
  std::uint64_t decided = 0;    ///< the enclosure of the exact value says that the outcome is the exact one
  std::uint64_t equal = 0;      ///< the run with exact values has the same outputs
  std::uint64_t near_ties = 0;  ///< it has others, within what moved inputs do
  std::uint64_t anchored = 0;   ///< rounding errors computed on purpose: the machine's outcome is meant
  std::uint64_t judged = 0;     ///< a finding tells of them
  std::uint64_t incomplete = 0; ///< what they come to is not known
};

struct free_outcome {
  std::vector<finding> findings;
  std::vector<incomplete_note> incomplete;
  lineage_ends ends;
  /// Elements whose lineage was lost, and that the free run has told of: nothing, or a finding.
  std::set<std::pair<std::uint32_t, std::uint64_t>> cleared;
};

/// Judges what the ends of lineages that `first` recorded come to at the outputs.
/// Error: as of the replays.
result<free_outcome> run_freely(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                const std::vector<judged_output>& outputs, const terms& by, const free_replays& replays);

} // namespace fpcheck::analysis
