#pragma once
#include <fpcheck/base/diagnostic.hpp>
#include <fpcheck/tensor/array.hpp>
#include <fpcheck/tolerance/reference.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::tolerance {

/// How an element is judged.
enum class tolerance_kind : std::uint8_t {
  derived,  ///< `auto`: the reference's own bound and one rounding to the output format
  ulps,     ///< `16ulp`: of the output format at the exact value
  relative, ///< `rtol=..,atol=..` and `torch`
  bitwise   ///< the bits of the reference rounded to the output format
};

/// `--tol` as given.
struct tolerance {
  tolerance_kind kind = tolerance_kind::derived;
  double ulps = 0;
  double relative = 0, absolute = 0;
  std::string words = "auto"; ///< as the user wrote it
};

/// Reads `auto`, `Nulp`, `rtol=..,atol=..`, `torch` (its defaults by dtype) or `bitwise`. Error: anything else.
result<tolerance> parse_tolerance(std::string_view words, tensor::dtype output = tensor::dtype::f32);

/// What came out of one element.
enum class element_outcome : std::uint8_t {
  passed,
  suspect,    ///< beyond the probable bound, within the worst case
  wrong,      ///< beyond every bound
  nan,        ///< NaN against a number, or a number against NaN
  infinite,   ///< infinity against a number, the other way about, or the other sign
  undecided   ///< no bound for this element
};
inline constexpr std::size_t outcome_count = 6;

/// One element of a report.
struct element_report {
  std::uint64_t index = 0;
  std::vector<std::int64_t> position;
  double actual = 0, expected = 0, error = 0, allowed = 0, ulps = 0;
  element_outcome outcome = element_outcome::passed;
};

/// The canary that a kernel without effect is.
inline constexpr std::string_view all_zero_output = "an all-zero output";

/// A wrong output that the tolerance must reject.
struct canary {
  std::string_view name;
  std::uint64_t rejected = 0;   ///< elements that fail
  bool differs = true;          ///< somewhere by more than 1e-3 of the largest output; false: the inputs cannot tell
  bool of_elements = false;     ///< made of the right elements themselves: how far it is off is how far they are apart
};

/// Everything known about one comparison.
struct verdict {
  exit_code code = exit_code::passed;
  std::string reason;                                 ///< one sentence
  std::array<std::uint64_t, outcome_count> counts{};  ///< by outcome
  std::uint64_t elements = 0, bit_equal = 0;
  std::uint64_t one_code_misses = 0;                  ///< failures one code away from the rounded reference, near a tie
  std::vector<element_report> worst;                  ///< failures first, then by error over allowance
  std::array<double, 5> ulp_percentiles{};            ///< 50, 90, 99, 99.9, 100 % of |error| in ulps of the output
  std::array<std::uint64_t, 12> histogram{};          ///< of error / allowance: 0, then up to 2^-9, .., 1/2, 1, more
  double bias = 0;                                    ///< mean signed error over mean |error|, in ulps
  double resolution_median = 0, resolution_worst = 0; ///< allowance over |y| among non-zero outputs
  double largest_share = 0;                           ///< largest error over allowance
  std::uint64_t by_worst_case = 0;                    ///< elements that the worst-case bound decided
  std::int64_t hulls = 0;
  std::vector<std::string> unbounded;
  std::vector<canary> canaries;
  std::vector<std::string_view> untold;               ///< canaries that a verdict of `remarked` lets pass: outputs are alike
  std::string output_format, tolerance_words;

  std::uint64_t count(element_outcome o) const { return counts[static_cast<std::size_t>(o)]; }
  /// Elements that are wrong, NaN or infinite.
  std::uint64_t failures() const;
  bool vacuous() const;
};

/// What a comparison comes to that holds, where outputs are so much alike that a wrong one could not be told from the right one:
/// a pass that says so is for a reference that the user states of data that are not all zeros.
enum class alike_outputs : std::uint8_t { incomplete, remarked };

/// What else a comparison may allow, and how much is reported.
struct judge_options {
  std::uint64_t mismatch_budget = 0; ///< one-code misses near ties that are forgiven
  std::size_t worst_elements = 10;
  bool canaries = true;
  alike_outputs alike = alike_outputs::incomplete;
};

/// Judges `actual` against `expected`. NaN never passes against a number.
/// Error: the element counts differ.
result<verdict> judge(const tensor::array& actual, const reference& expected, const tolerance& allowed, const judge_options& options = {});

/// Judges the output of an expression: with the bound that serves first, and with the worst case too only if an element
/// is beyond it.
/// Error: as make_reference and judge.
result<verdict> judge_expression(const expr::graph& g, expr::node_id root, const expr::bindings& inputs, declaration d, const tensor::array& actual,
                                 const tolerance& allowed, const judge_options& options = {}, const expr::progress& report = {});

/// The report in words: verdict, counts, percentiles, worst elements, resolution, canaries.
std::string text(const verdict& v);

/// What element i may be away from the reference's midpoint, its final rounding included. Range: infinity without a bound.
double allowance(const reference& r, std::size_t i, const tolerance& t, const expr::number_format& output, expr::error_tier tier);

} // namespace fpcheck::tolerance
