#pragma once
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/kernel_file.hpp>
#include <fpcheck/tune/tune.hpp>

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// What became of an edited source.
struct edited_run {
  std::string source;            ///< empty: there is nothing to edit
  std::optional<exit_code> code; ///< none: it was not run
  std::string failure;           ///< of the compiler, in one line
  std::vector<std::uint32_t> found_lines; ///< of its findings, as lines of the source before
};

/// One case with what was found.
struct tuned_case {
  report::case_report plain;
  tune::tuning tuning;
  edited_run edited;
};

std::string whole_source(const session::kernel_file& file);
/// "passed", or why it was not run.
std::string outcome_of(const edited_run& e);
/// What is proposed in one sentence: "repaired: 0.8 ulp, 5 % of what is allowed; 12 % of the operations".
std::string summary_of(const tune::tuning& t);
/// Lines that differ, as `diff` marks them, but for what was put in front.
std::vector<std::string> edits(const std::string& before, const std::string& after);

void write_text(const tuned_case& c, const session::kernel_file& file, std::ostream& out);
void write_json(const std::vector<tuned_case>& cases, std::ostream& out);
/// An HTML page: what is proposed, error against cost of all that was tried with its Pareto front, and the edited source.
std::string tuning_page(const std::vector<tuned_case>& cases, const session::kernel_file& file);

} // namespace fpcheck::cli
