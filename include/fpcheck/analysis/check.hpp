#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::analysis {

/// A documented range of an output; NaN is never inside.
struct range_check {
  std::string output; ///< name of the buffer
  double low = 0, high = 0;
  bool low_open = false, high_open = false;
};

/// What is certified about the elements of one buffer: for element i, |computed[i] - exact| <= |computed[i] - midpoint[i]|
/// + radius[i], where `exact` is the result of the same operations in real arithmetic along the path taken. An infinite
/// radius: undecided.
struct element_bounds {
  std::uint32_t buffer = 0; ///< index into run_request::buffers
  std::vector<double> computed, midpoint, radius;
  std::vector<bool> written; ///< by the launch
};

/// Whether the errors of outputs are attributed to source lines, which takes another replay: not at all, after a run of less than a
/// third of a second, or in any case.
enum class line_attribution : std::uint8_t { skip, where_cheap, wanted };

/// When the code as written is checked as well, where what a card runs has its multiply-adds fused.
enum class contraction_run : std::uint8_t { where_cheap, always };

/// Whether `shadow_kind::ball` was asked for, or is what is tried first: binary64 takes double-double then, and wider enclosures follow
/// where one leaves something open.
enum class shadow_choice : std::uint8_t { automatic, asked };

/// What a reference says of an output: nothing, or that all elements are within the tolerance that follows from it, or within one that the
/// user states.
enum class reference_word : std::uint8_t { none, within_derived, within_stated };

class run_meter;

/// How to check.
struct options {
  shadow_choice shadow = shadow_choice::automatic;
  const exec::program* apart = nullptr; ///< the same code before multiplications were fused into additions (ptx::contract): a second opinion
  contraction_run contracts = contraction_run::where_cheap;
  /// The source compiled without any fused operation that it does not spell out, where the compiler itself fuses; made when it is
  /// first asked for, nullptr where it cannot be. Empty: there is no source.
  std::function<const exec::program*()> unfused{};
  /// The source compiled without optimisation, where the compiler has removed shared variables that it declares: it may use that an undefined
  /// value is whatever suits it. Made when it is first asked for, nullptr where it cannot be. Empty: nothing was removed.
  std::function<const exec::program*()> unoptimised{};
  /// What references say of the output `request.buffers[buffer]` with these contents; empty: there are none.
  std::function<reference_word(std::uint32_t buffer, std::span<const std::byte> data)> compared{};
  std::vector<range_check> ranges;
  std::vector<std::string> bounds_of;       ///< outputs whose element_bounds are wanted
  line_attribution lines = line_attribution::skip;
  std::vector<std::uint64_t> blocks;        ///< of the only launch, where these CTAs alone are run: linear indices. Requires: they need no others
  std::uint32_t orders = 1;                 ///< schedules to compare; more than 1 looks for order-sensitive outputs
  bool bitwise_orders = false;              ///< any difference between schedules is a finding
  std::vector<std::string> sources;         ///< paths of the files that the line table names; empty: as it names them
  std::atomic<bool>* interrupt = nullptr;
  std::function<double()> clock{};          ///< tells seconds; empty: the machine's own
  run_meter* meter = nullptr;               ///< of the check that this one is a part of
};

/// A result with what the kernels left in memory.
struct checked {
  run_result result;
  std::vector<element_bounds> bounds;
  bool came_to_end = true; ///< false: what the buffers hold is not what the launches leave
  std::uint64_t runs = 0;  ///< that were made, the first and the checks that are a part of this one among them
};

/// Runs the launches of `request` in its shadow domain, judges every output, replays what looks wrong to blame a line, and
/// collects faults. All runs together take the request's time budget; what is not looked at by then is incomplete. `request.buffers[k].data` of outputs is replaced by what the kernels left, bit for bit.
/// Error: a launch that cannot be made (unknown kernel, arguments that do not fit). Misbehaviour is a finding.
result<checked> check(const exec::program& code, exec::run_request& request, const options& how);

/// Gives `f` the place of the instruction that wrote element `index` of a buffer last: the launches are run once more for it,
/// without shadows. Where that cannot be told, the last store of the last launch serves. Requires: `request` holds its
/// buffers as they were before the launches.
void locate_writer(finding& f, const exec::program& code, const exec::run_request& request, std::uint32_t buffer, std::uint64_t index, const std::vector<std::uint64_t>& blocks = {});

} // namespace fpcheck::analysis
