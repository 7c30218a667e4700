#pragma once
// Updates in place of a narrow buffer that change nothing: w = bf16(w - rate * g), each step less than half an ulp of w. One launch shows
// no error beyond a rounding; many of them never move.
#include <fpcheck/base/judgement.hpp>
#include <fpcheck/exec/run.hpp>

namespace fpcheck::analysis {

/// Elements of a buffer that were read and written.
struct update_count {
  std::uint64_t moving = 0; ///< those that exact arithmetic changes
  std::uint64_t lost = 0;   ///< those of them that hold what they held before
  std::uint64_t first_lost = 0;
  /// Whether nearly all are lost, and not a few by chance.
  bool is_finding(const judgement& j) const { return lost >= j.lost_updates && static_cast<double>(lost) >= j.lost_updates_share * static_cast<double>(moving); }
};

/// Counts the updates of buffer `buffer`. Nothing for formats of more than 16 bits, where accesses are not recorded, and for what
/// integer code rounded (stochastically, perhaps).
update_count count_updates(const exec::run_request& request, const exec::run_record& run, std::uint32_t buffer);

/// Whether a launched kernel works out what a narrowing took, as error feedback does.
bool keeps_error_terms(const exec::program& p, const exec::run_request& request);

/// Whether the instruction at `pc` rounds a sum to a narrow format: an addition in it, or a conversion of a sum.
bool rounds_a_sum(const exec::program& p, std::uint32_t pc);

} // namespace fpcheck::analysis
