#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/launch/case.hpp>
#include <fpcheck/verdict/comparison.hpp>

#include <optional>
#include <string>
#include <vector>

namespace fpcheck::verdict {

/// What a run comes to: findings where an error stands that nothing excuses, incomplete where something could not be checked. A run that
/// ended in another way, interrupted for one, keeps that verdict where it is worse.
exit_code of(const analysis::run_result& run);

/// A comparison that failed, or whose tolerance rejects nothing, as a finding; as a warning or a note one that holds, where outputs are
/// so much alike that a wrong one could not be told.
analysis::finding finding_of(const comparison& k);

/// "out[3, 17]", with the row and column of an element of a tensor of two dimensions or more.
std::string element_name(const std::string& output, const tolerance::element_report& e);
/// An element beside its reference, to the digit where they differ: "out[3, 17] = 231.78198, not 231.782 (3 ulp, off by 4e-05 where 1e-05 is
/// allowed)".
std::string told(const std::string& output, const tolerance::element_report& e);

/// Marks the findings of `run` that `s` excuses: those of its rule with its line in their source stack. Whether there was one.
/// Requires: files are named in both as the user would name them.
bool suppress(analysis::run_result& run, const launch::suppression& s);

/// How a run meets what was expected of it.
struct expectation {
  std::string missing, surplus; ///< rules, each with a blank before it
  exit_code code() const { return missing.empty() && surplus.empty() ? exit_code::passed : exit_code::findings; }
};
/// Compares the errors of `run` with the rules `expected`, where "clean" stands for none and "incomplete" for something that could not be
/// checked. Where they are the same, the findings are marked as expected.
expectation expect(analysis::run_result& run, const std::vector<std::string>& expected);

/// "sensitive here", with the sizes, where `k`, a comparison of `run`, failed by no more than half an ulp in every input may make and nothing
/// else is found about that output; "your inputs, not your kernel" where a stable computation may be as far off. Otherwise empty.
std::string inputs_to_blame(const comparison& k, const std::optional<analysis::run_result>& run);

} // namespace fpcheck::verdict
