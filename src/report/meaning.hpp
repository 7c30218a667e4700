#pragma once
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/difference.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace fpcheck::report {

/// Whether anything says what the outputs should be: a comparison, or a note "meaning: ..." of a check of another kind.
inline bool meaning_is_checked(const case_report& c) {
  return !c.comparisons.empty() || std::any_of(c.notes.begin(), c.notes.end(), [](const std::string& n) { return n.starts_with("meaning: "); });
}

/// "out[3, 17]": an element of an output by row and column, or by its position where the output's shape is not known.
inline std::string element_text(const analysis::run_result& run, const std::string& output, std::uint64_t element) {
  for (const analysis::output_summary& o : run.outputs)
    if (o.name == output && o.shape.size() > 1) return output + tensor::index_text(element, o.shape);
  return output + '[' + std::to_string(element) + ']';
}

/// The line that made most of an output's error, where that is known.
inline const analysis::line_error* worst_line(const analysis::run_result& run, const std::string& output) {
  const auto l = std::find_if(run.lines.begin(), run.lines.end(), [&](const analysis::line_error& x) { return x.output == output; }); // the largest share first
  return l == run.lines.end() ? nullptr : &*l;
}

/// Whether an instruction is a product of matrices, by its opcode as written; that of binary16 by quarters of a warp is made without tensor cores.
inline bool is_of_tensor_cores(std::string_view opcode) {
  if (opcode.find(".m8n8k4.") != std::string_view::npos && opcode.find(".f64") == std::string_view::npos) return false;
  return opcode.starts_with("mma.") || opcode.starts_with("wmma.mma.") || opcode.starts_with("wgmma.mma_async.");
}

/// The share of an output's error that tensor cores made, by cutting terms and sums; of many such instructions in one sum the largest
/// parts only are known. Nothing where none of the error is known to be theirs.
inline std::optional<double> tensor_core_share(const analysis::run_result& run, const std::string& output) {
  std::optional<double> out;
  for (const analysis::line_error& l : run.lines)
    if (l.output == output && is_of_tensor_cores(l.instruction)) out = std::min(1.0, out.value_or(0.0) + l.share);
  return out;
}

/// "error at most 0.31 of what is allowed (0.6 ulp, mean 0.5)": the certified error of an output, over its allowance where that is known.
std::string error_words(const analysis::run_result& run, const analysis::output_summary& o);

} // namespace fpcheck::report
