#pragma once
// Which operations must be wider, and which may be narrower, so that outputs stay within a bound.
#include <fpcheck/analysis/what_if.hpp>
#include <fpcheck/session/run_case.hpp>

#include <string>
#include <vector>

namespace fpcheck::tune {

/// A source line of the kernel that computes numbers.
struct line_group {
  std::uint32_t line = 0;
  std::vector<std::uint32_t> pcs;
  std::uint64_t operations = 0; ///< of threads in the launch
  double share = 0;             ///< of the outputs' errors, as attributed
};

/// One run: what was changed, and the largest error of each output.
struct trial {
  std::string what;
  double error = 0;        ///< the largest over all outputs, in ulps of each output's type
  std::uint64_t changed = 0;
  bool good = false;
  /// What its arithmetic takes, of that of the launch as it is: an operation costs the bits of its format, and four times its own where sums
  /// are compensated.
  double cost = 1;
};

/// A line and what it should be.
struct proposal {
  std::uint32_t line = 0;
  std::string change; ///< "f64", "bf16", ...
};

struct tuning {
  bool repairs = false;         ///< the launch as it is misses the bound: something must be wider
  double error = 0;             ///< as it is, in ulps
  double bound = 0;
  std::vector<line_group> lines;
  std::vector<trial> trials;
  std::vector<proposal> proposals; ///< empty: nothing repairs it, or nothing may be narrower
  double proposed_error = 0, proposed_cost = 1;
  std::uint64_t operations = 0, proposed_operations = 0;
  std::vector<std::string> alternatives; ///< "lines 12, 14: kahan (0.6 ulp)"
};

/// Looks for the fewest lines that must be in a wider format (binary64 for binary32 and below, twice the precision for
/// binary64) where an output of the launch is off by more than `bound` ulps, and otherwise for the lines that may be bfloat16 or
/// binary16 with all outputs within it. Lines that have the largest part of the error are tried first; the result is minimal: without any
/// line of it an output is beyond the bound. Tens of runs.
/// Error: the launch cannot be made.
result<tuning> tune(const session::kernel_file& file, const session::bound_case& c, const std::vector<analysis::line_error>& blamed, double bound);

/// The trials, and the launch as it is, that no other beats in both cost and error: by cost, each more exact than those before it.
std::vector<trial> pareto_front(const tuning& t);

/// One run with the proposed changes. Error: the launch cannot be made.
result<trial> try_proposals(const session::kernel_file& file, const session::bound_case& c, const std::vector<proposal>& proposals, double bound);

/// `source` with the proposed lines in binary64: operands cast, functions by their binary64 names, variables that the lines assign to
/// declared as double. Nothing where there is nothing to edit.
std::optional<std::string> widened_source(const std::string& source, const std::vector<std::uint32_t>& lines);

/// `source` with the operations of the proposed lines rounded to their formats, bf16 or f16: operands of a class whose operators round. Nothing
/// where there is nothing to edit.
std::optional<std::string> narrowed_source(const std::string& source, const std::vector<proposal>& proposals);

} // namespace fpcheck::tune
