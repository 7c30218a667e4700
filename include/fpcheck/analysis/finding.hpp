#pragma once
#include <fpcheck/analysis/error_profile.hpp>
#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// How grave a finding is: errors make exit code 1, notes do not.
enum class level : std::uint8_t { note, warning, error };

/// One frame of a source stack, innermost first.
struct frame {
  std::string function; ///< demangled, may be empty
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  /// Of another place that a finding is about, "the value is used here": the frames of its calls follow. Empty of a frame that calls the one before.
  std::string role = {};
};

/// Where in the launch something happened.
struct thread_position {
  std::uint32_t launch = 0;
  std::uint32_t cta[3] = {};
  std::uint32_t thread[3] = {};
};

/// A step of the backward slice that blames a line: an instruction, and the part of the output's error that it made.
struct slice_step {
  frame where;
  std::uint32_t ptx_line = 0;
  std::string instruction;    ///< "sub.f32"
  double error = 0;           ///< what its rounding adds to the output, signed
  double share = 0;           ///< |error| over the output's whole error; parts that cancel add up to more than 1
  double error_ulps = 0;      ///< |error| in ulps of the accumulator at the output
};

/// What a source line added to the errors of an output, over the elements that were looked at.
struct line_error {
  std::vector<frame> stack;   ///< innermost first
  std::string output;
  std::string instruction;    ///< the line's instruction with the largest part
  std::uint32_t ptx_line = 0; ///< of that instruction
  double share = 0;           ///< of the sum of those elements' errors, 0 to 1
  double error_ulps = 0;      ///< the largest part in one element, in ulps of the accumulator
};

/// One finding: at most one per (rule, source line) in a report.
struct finding {
  analysis::rule rule{};
  analysis::level level = analysis::level::error;
  std::string message;               ///< one sentence with the numbers
  std::vector<frame> stack;          ///< source stack, innermost first; behind it other places, each with its role
  std::uint32_t ptx_line = 0;
  std::string instruction;           ///< the PTX opcode as written
  std::optional<thread_position> thread; ///< first thread it was seen in
  std::string output;                ///< name of the output it reaches, or empty
  std::optional<std::uint64_t> element; ///< linear index in that output
  std::optional<std::uint64_t> address; ///< byte address, for memory findings
  double computed = 0, exact = 0, bound = 0; ///< machine value, shadow midpoint, certified bound of |computed - exact|
  double excess = 0;                 ///< error over (sensitivity + half an ulp); 0 where it does not apply
  double sensitivity = 0;            ///< how far the output moves where every operand moves by half an ulp; 0 where not measured
  std::uint64_t count = 1;           ///< how many times it was seen
  std::vector<slice_step> slice;     ///< from the output back to the cause
  std::string hint;                  ///< how to mend it
  bool suppressed = false;
  std::string suppression_reason;
};

/// What is certified about one output buffer.
struct output_summary {
  std::string name;
  std::string dtype;
  std::vector<std::uint64_t> shape;
  std::uint64_t elements = 0, written = 0, certified = 0, undecided = 0;
  std::uint64_t estimated = 0;       ///< errors known by the shadow's midpoints alone: their radii are larger
  std::uint64_t agreed = 0;          ///< errors known as far as runs in two precisions agree: nothing encloses them
  double max_error_ulps = 0;         ///< largest |computed - exact| + radius, in ulps of the output format
  double mean_error_ulps = 0;
  std::uint64_t worst_element = 0;
  double worst_computed = 0, worst_exact = 0, worst_bound = 0;
  error_profile errors;              ///< empty for integers and without shadows
  double largest_share = 0;          ///< largest error over what is allowed there; more than 1: a finding
};

/// What became of the ends of lineages: of inexact numbers that decided something, or whose bits were taken.
struct lineage_ends {
  std::uint64_t decided = 0;    ///< the enclosure of the exact value says that the outcome is the exact one
  std::uint64_t equal = 0;      ///< the run with exact values has the same outputs
  std::uint64_t near_ties = 0;  ///< it has others, within what moved inputs do
  std::uint64_t anchored = 0;   ///< rounding errors computed on purpose: the machine's outcome is meant
  std::uint64_t judged = 0;     ///< a finding tells of them
  std::uint64_t incomplete = 0; ///< what they come to is not known
  std::uint64_t total() const { return decided + equal + near_ties + anchored + judged + incomplete; }
};

/// How much of a launch was looked at.
struct coverage {
  std::uint64_t instructions = 0;        ///< lane-instructions executed
  std::uint64_t fp_operations = 0;       ///< floating-point lane-operations executed
  std::uint64_t fp_shadowed = 0;         ///< of these, with a live shadow
  std::uint64_t cuts = 0, near_ties = 0; ///< lineage restarts, discrete decisions within the excess limit
  std::uint64_t ctas_run = 0, ctas_total = 0;
  std::uint64_t race_step = 1; ///< races and absorbed updates of global memory were looked for in every so many-th 4 KiB
  analysis::lineage_ends lineage_ends{};
};

/// Something that could not be checked: makes exit code 3.
struct incomplete_note {
  std::string what; ///< one line: what, where, why
  std::vector<frame> stack;
  std::uint32_t ptx_line = 0;
};

/// What fusing multiplications into additions does to the verdict.
enum class contraction_outcome : std::uint8_t { not_run, same, different };

/// Everything a report is written from.
struct run_result {
  std::vector<finding> findings;
  std::vector<output_summary> outputs;
  std::vector<incomplete_note> incomplete;
  std::vector<line_error> lines;     ///< by decreasing share; empty where nobody asked
  analysis::coverage coverage;
  std::string kernel;                ///< demangled name
  std::string shadow;                ///< domain that decided: "ball", "dd", ...
  double seconds = 0;
  std::vector<std::string> printed;  ///< lines the kernel printed
  exit_code verdict = exit_code::passed;
  contraction_outcome contraction = contraction_outcome::not_run;
};

} // namespace fpcheck::analysis
