#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tolerance/judge.hpp>

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

/// Where an output's distance from its reference comes from, in ulps of the output: y is the reference, s the exact result of
/// the kernel's own operations, c what it computed. Means and maxima are over the elements for which all three are known.
struct error_split {
  std::uint64_t elements = 0;
  double rounding_mean = 0, rounding_max = 0;   ///< |c - s|
  double algorithm_mean = 0, algorithm_max = 0; ///< |s - y|
  std::uint64_t worst_element = 0;              ///< farthest from its reference
  double worst_reference = 0, worst_exact = 0, worst_computed = 0;
};

/// How much the exact result itself moves with its inputs, at storage precision: what no kernel can mend. kappa is
/// sum_j |dy/dx_j x_j| / |y|, of the reference, over elements that are numbers other than zero.
struct conditioning {
  std::uint64_t elements = 0; ///< how many were looked at
  double kappa_median = 0, kappa_max = 0;
  std::uint64_t element = 0;                          ///< of the largest kappa
  std::vector<std::pair<std::string, double>> shares; ///< of each input in it, largest first
  double input_ulps_median = 0, input_ulps_max = 0;   ///< ulps of the output that half an ulp in every input may make
  std::optional<double> input_ulps_at_worst;          ///< the same at the element farthest from its reference

  bool operator==(const conditioning&) const = default;
};

/// An output beside its reference.
struct comparison {
  std::string output;
  std::string reference; ///< "@ref.npy", "softmax(x, 1)"
  tolerance::verdict verdict;
  std::optional<error_split> split; ///< where the shadow certified something
  std::optional<report::conditioning> conditioning; ///< where an expression with derivatives is the reference
};

/// One case: a run with its circumstances, or the reason why there was none.
struct case_report {
  std::string file;      ///< of the kernel, as the user named it
  std::string title;     ///< "softmax <<<4, 128>>>"
  source_location where; ///< of the case's comment; empty for the command line
  std::string replay;    ///< a shell command that runs this case again, or empty
  std::uint64_t seed = 0;
  std::vector<input> inputs;
  std::optional<analysis::run_result> run;
  std::vector<comparison> comparisons;
  std::vector<diagnostic> errors;
  std::vector<std::string> notes; ///< what the user should know and that changes no verdict
  exit_code verdict = exit_code::passed;
};

/// "your inputs, not your kernel", with the sizes, where `k`, a comparison of `c`, failed by no more than half an ulp in every input may
/// make and nothing else is found about that output; otherwise empty.
std::string inputs_to_blame(const comparison& k, const case_report& c);

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
/// A number as people read it, six significant digits.
std::string number(double x);

} // namespace fpcheck::report
