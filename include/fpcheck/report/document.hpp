#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/analysis/what_if.hpp>
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/base/number.hpp>
#include <fpcheck/report/device_run.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/verdict/comparison.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fpcheck::report {

/// A buffer's contents before the first launch.
struct input {
  std::string name;
  std::string dtype;
  tensor::shape shape;
  std::string generator; ///< "randn:NxC seed 7", "@x.npy"
  std::string digest;    ///< SHA-256 of its bytes, or empty where nobody asked
};

using verdict::comparison;
using verdict::conditioning;
using verdict::error_split;

/// One case: a run with its circumstances, or the reason why there was none.
struct case_report {
  std::string file;      ///< of the kernel, as the user named it
  std::string title;     ///< "softmax <<<4, 128>>>"
  source_location where; ///< of the case's comment; empty for the command line
  std::string replay;    ///< a shell command that runs this case again, or empty
  std::uint64_t seed = 0;
  std::vector<input> inputs;
  std::optional<analysis::run_result> run;
  std::optional<device_run> device; ///< of --on gpu
  std::vector<comparison> comparisons;
  std::vector<analysis::variation_result> variants; ///< of --what-if, the launch as it is first
  std::vector<diagnostic> errors;
  std::vector<std::string> notes; ///< what the user should know and that changes no verdict
  exit_code verdict = exit_code::passed;
  bool sums_up = false; ///< of a whole program: what the cases behind it come to, up to the next such
};

/// Lines of a source file that a report shows.
struct source_text {
  std::string file;
  std::uint32_t first_line = 1;
  std::vector<std::string> lines;
};

/// Everything that one call of fpcheck found out.
struct document {
  std::string version;
  std::vector<case_report> cases;
  std::vector<source_text> sources; ///< what was attached, so that a report can be written where the files are not

  exit_code verdict() const;
  /// Gives every case that sums up the worst verdict of its own and of the cases behind it.
  void sum_up();
  /// The verdict of cases[k], for readers who count: of one that sums up only what no case behind it says.
  exit_code own_verdict(std::size_t k) const;
};

/// A line of a source file by number, or nothing where it cannot be read.
using source_reader = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

/// Reads into `d.sources` the lines around every place that the document names: whole files up to 400 lines, windows of larger ones.
void attach_sources(document& d, const source_reader& source);
/// Looks lines up in `d.sources`. `d` must outlive it.
source_reader attached_lines(const document& d);

/// Whether text is coloured.
enum class colour : std::uint8_t { off, on };

/// How much the text tells.
enum class detail : std::uint8_t { brief, full };

/// What a run did not do, behind "passed": ", no floating-point operation was executed", ", 3 of 4 of y was written". Nobody should think that more
/// was checked than was. Empty where there is nothing to tell.
std::string what_was_not_done(const case_report& c);
/// What users read: findings with their source lines, outputs, verdict. A clean run takes a few lines.
std::string write_text(const document& d, const source_reader& source, colour c, detail how_much = detail::brief);
/// The whole document, `"schema": "fpcheck/1"`.
std::string write_json(const document& d);
/// The document in JSON, read back. Error: no JSON, or not of the schema "fpcheck/1", with the place in the document.
result<document> read_json(const std::string& text, const std::string& file);
/// The JSON schema of "fpcheck/1" (draft 2020-12).
std::string_view json_schema();
/// One self-contained page without scripts: verdict, blamed line, size and cause of the error, source, maps and histograms.
/// Shows the sources that are attached.
std::string write_html(const document& d);
/// SARIF 2.1.0 with a rule for each row of rules.def that has a result.
std::string write_sarif(const document& d);
/// JUnit XML, a test case for each case.
std::string write_junit(const document& d);
/// Workflow commands of GitHub Actions, one a finding.
std::string write_github(const document& d);
/// Markdown tables.
std::string write_markdown(const document& d);

/// The names of the formats, for options and messages.
const std::vector<std::string>& format_names();
/// The document in the format called `name`. Error: no such format, with a suggestion.
result<std::string> write(const document& d, const std::string& name, const source_reader& source, colour c);

/// "passed", "findings", "usage", "incomplete", "internal-error" or "interrupted".
std::string name(exit_code code);
/// "12,345,678".
std::string grouped(std::uint64_t n);
/// What of the memory was not looked at for races, "races looked for in every 4th page of memory"; empty where all was.
std::string race_sampling(const analysis::coverage& k);
/// The verdict with this name.
std::optional<exit_code> find_verdict(const std::string& name);
using fpcheck::number;

} // namespace fpcheck::report
