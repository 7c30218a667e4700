#pragma once
// Error terms that a program works out (R4) excuse what they are meant for: errors that only their own motion excuses are looked at once more.
#include "check_session.hpp"

#include <optional>
#include <span>

namespace fpcheck::analysis {

/// An element of an output, and what the sensitivity run says of it.
struct flagged {
  const judged_output* output;
  judged_element element;
  sensitivity measured;
};

/// What error terms do not excuse although they are worked out.
struct miscompensation {
  std::vector<flagged> elements;
  std::optional<std::uint32_t> term; ///< the instruction that works out what is lost, where one line alone does so
  bool idle = false;                 ///< that came out as 0 at every turn
  bool added = false;                ///< that is added where it is to be taken off
  bool missed = false;               ///< that is less than the sum lost, where what was added is larger than what was there
};
/// Of suspicious elements that are excused so far, those that are not where error terms stand still, neither as the zeros that they are in exact
/// arithmetic nor as what the machine makes of them: a sum compensated with the wrong sign, or twice, or by a term that misses what was
/// lost. `ctas` as for `replay`.
result<miscompensation> miscompensated(session& s, const std::vector<judged_output>& outputs, const std::vector<std::uint64_t>& ctas);

/// Error terms that are added to the sum that they are of: whatever the error, the outputs that are more than an ulp off where most of that was made at
/// such sums. `perturbed`: at least one run with copies.
result<miscompensation> added_once_more(session& s, const std::vector<judged_output>& outputs, std::span<const exec::run_record* const> perturbed, const std::vector<std::uint64_t>& ctas);
/// Whether the code that is reached has such.
bool adds_rests(const session& s);

} // namespace fpcheck::analysis
