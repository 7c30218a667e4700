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
  /// The machine's run with the NaNs let through that an extreme swallows.
  std::function<result<exec::run_record>(std::uint32_t)> letting_nans_through;
  /// The same with the infinities that a clamp to the format's largest number takes away.
  std::function<result<exec::run_record>(std::uint32_t)> letting_infinities_through;
  /// The launch with exact values, and with those that a clamp to an end of its format's range takes away.
  std::function<result<exec::run_record>(std::uint32_t)> lifting;
  /// The machine's run in the blame domain, looking at the number that an instruction of a thread consumes.
  std::function<result<exec::run_record>(const exec::consumed_number&)> consuming;
};

struct free_outcome {
  std::vector<finding> findings, remarks;
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
