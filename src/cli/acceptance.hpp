#pragma once
// What findings of old code are accepted, and from which level on a finding fails.
#include "commands.hpp"

#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/report/document.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// What tells a finding of a baseline: not the number of its line, which moves, but its text.
struct accepted_finding {
  std::string rule, file, line, output;
  auto operator<=>(const accepted_finding&) const = default;
};

/// Judges the cases of a run against a baseline and a level.
class acceptance {
public:
  /// Reads the baseline, unless it is to be written. Error: it cannot be read or is none, or there is no such level.
  static result<acceptance> read(const acceptance_choice& choice);

  /// Marks the findings of `r` that the baseline holds as suppressed, lets findings of `--fail-on` fail, and sets the verdict anew. Where the
  /// baseline is to be written, every error is taken into it.
  void judge(report::case_report& r, const report::source_reader& source);
  /// Writes the baseline if that was asked for. Error: it cannot be written.
  result<void> finish() const;
  /// What the baseline holds and no case showed.
  std::string unused() const;

private:
  acceptance_choice choice_;
  analysis::level fails_ = analysis::level::error;
  std::set<accepted_finding> known_, used_;
};

} // namespace fpcheck::cli
