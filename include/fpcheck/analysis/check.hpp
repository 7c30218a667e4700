#pragma once
#include <fpcheck/analysis/finding.hpp>
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <atomic>
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
};

/// Whether the errors of outputs are attributed to source lines, which takes another replay.
enum class line_attribution : std::uint8_t { skip, wanted };

/// How to check.
struct options {
  std::vector<range_check> ranges;
  std::vector<std::string> bounds_of;       ///< outputs whose element_bounds are wanted
  line_attribution lines = line_attribution::skip;
  std::uint32_t orders = 1;                 ///< schedules to compare; more than 1 looks for order-sensitive outputs
  bool bitwise_orders = false;              ///< any difference between schedules is a finding
  std::atomic<bool>* interrupt = nullptr;
};

/// A result with what the kernels left in memory.
struct checked {
  run_result result;
  std::vector<element_bounds> bounds;
};

/// Runs the launches of `request` in its shadow domain, judges every output, replays what looks wrong to blame a line, and
/// collects faults. `request.buffers[k].data` of outputs is replaced by what the kernels left, bit for bit.
/// Error: a launch that cannot be made (unknown kernel, arguments that do not fit). Misbehaviour is a finding.
result<checked> check(const exec::program& code, exec::run_request& request, const options& how);

} // namespace fpcheck::analysis
