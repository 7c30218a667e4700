#pragma once
// Verdicts on the elements of one output.
#include "literal_nonfinites.hpp"
#include "outputs.hpp"

#include <fpcheck/base/judgement.hpp>
#include <fpcheck/analysis/finding.hpp>

#include <span>
#include <vector>

namespace fpcheck::analysis {

/// What outputs are judged by.
struct terms {
  bool flushes = false;      ///< instructions with .ftz occur in what is run
  bool takes_places = false; ///< threads may take places by atomics, whoever comes first
  bool only_inputs_move = false; ///< nothing that is run is an approximation that some copies move by: those that do not, move as the others do
  bool sums_singles = false; ///< integers are added up that stand for numbers in binary32, and differ by these numbers' roundings
  std::vector<bool> handed_on{}; ///< by buffer: a later launch makes other outputs of what it holds
  std::vector<double> circles{}; ///< by buffer: the length of the circle that its numbers go round, or 0
  judgement judged;
};

/// What the default run says of an element.
enum class element_state : std::uint8_t {
  fine,
  suspicious,  ///< the error asks for the sensitivity
  undecided,   ///< the enclosure is too wide to tell
  lost,        ///< its shadow was cut where it carried an error that matters
  nonfinite,   ///< a NaN or infinity born inside
  unwritten,
  undefined
};

struct judged_element {
  std::uint64_t index = 0;
  element_state state = element_state::fine;
  bool small = false; ///< zero as far as its enclosure tells, and so narrow beside the output's other numbers that they are the scale of what is left there
  bool cut = false; ///< a lineage that led here was lost: where its error is excused the element is `lost` nevertheless
  double computed = 0, exact = 0, bound = 0;
  exec::number format = exec::number::none; ///< of bits that an integer element holds; none: the output's own
  double error = 0; ///< |computed - midpoint|, with the midpoint's low word
  double ratio = 0; ///< error over what is allowed without looking at the sensitivity
};

/// One output after the default run.
struct judged_output {
  std::uint32_t buffer = 0;
  output_summary summary;
  std::vector<judged_element> remarkable; ///< everything that is not fine
  double rms = 0;                         ///< root mean square of the exact values
  std::uint64_t nonzero = 0, flushed = 0; ///< elements with a non-zero exact value, and those of them that are zero
  std::uint64_t first_flushed = 0;        ///< the first one's index
  std::uint64_t ruined = 0;               ///< elements that are off by an eighth of themselves or more
  /// A good part of what is not zero: of numbers about zero with errors of 3 % of their size one in five.
  bool is_ruined(const judgement& j) const { return static_cast<double>(ruined) >= j.ruined_share * static_cast<double>(nonzero) && ruined >= j.least_ruined; }
  std::uint64_t from_nan = 0, first_from_nan = 0; ///< integers that were computed from a NaN, and the first one's index
};

/// Judges buffer `k` of `run`, made in the ball domain. `literals` says whether a NaN or
/// infinity that no operation made, and so a literal of the program, can be one that its author meant.
judged_output judge(const exec::run_request& request, const exec::run_record& run, std::uint32_t k, const terms& by, literal_nonfinites& literals);

/// What the sensitivity run says of a suspicious element.
struct sensitivity {
  double excess = 0;      ///< error over sensitivity and half an ulp
  double limit = 0;
  bool exceeded = false;
  double moved = 0;       ///< how far the output moves where every operand moves by half an ulp
  double unnarrowed = 0;  ///< the same without intended narrowings
  bool narrowed = false;     ///< within the limit only thanks to intended narrowings
  bool by_narrowing = false; ///< within the limit only thanks to intended narrowings, but a gross loss
  bool approximated = false;     ///< within the limit only thanks to what approximate instructions may err
  bool by_approximation = false; ///< the same, but a gross loss
  double part = 0;           ///< the error beside the output's scale
  bool is_finding() const { return exceeded || by_narrowing || by_approximation; }
};
/// Requires: at least one run, each with copies of its own.
sensitivity measure(const exec::run_request& request, std::span<const exec::run_record* const> perturbed, const judged_output& o, const judged_element& e, const terms& by);

} // namespace fpcheck::analysis
