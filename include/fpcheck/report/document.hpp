#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
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

/// An output beside its reference.
struct comparison {
  std::string output;
  std::string reference; ///< "@ref.npy", "softmax(x, 1)"
  tolerance::verdict verdict;
};

/// One case: a run with its circumstances, or the reason why there was none.
struct case_report {
  std::string file;      ///< of the kernel, as the user named it
  std::string title;     ///< "softmax <<<4, 128>>>"
  source_location where; ///< of the case's comment; empty for the command line
  std::uint64_t seed = 0;
  std::vector<input> inputs;
  std::optional<analysis::run_result> run;
  std::vector<comparison> comparisons;
  std::vector<diagnostic> errors;
  std::vector<std::string> notes; ///< what the user should know and that changes no verdict
  exit_code verdict = exit_code::passed;
};

/// Everything that one call of fpcheck found out.
struct document {
  std::string version;
  std::vector<case_report> cases;

  exit_code verdict() const;
};

/// A line of a source file by number, or nothing where it cannot be read.
using source_reader = std::function<std::optional<std::string>(const std::string& file, std::uint32_t line)>;

/// Whether text is coloured.
enum class colour : std::uint8_t { off, on };

/// How much the text tells.
enum class detail : std::uint8_t { brief, full };

/// What users read: findings with their source lines, outputs, verdict. A clean run takes a few lines.
std::string write_text(const document& d, const source_reader& source, colour c, detail how_much = detail::brief);
/// The whole document, `"schema": "fpcheck/1"`.
std::string write_json(const document& d);
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
/// A number as people read it, six significant digits.
std::string number(double x);

} // namespace fpcheck::report
