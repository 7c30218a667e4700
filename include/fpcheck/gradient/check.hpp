#pragma once
#include <fpcheck/session/case_words.hpp>
#include <fpcheck/session/run_case.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::gradient {

/// What a backward kernel is checked against, and on which inputs.
struct request {
  std::string target;                      ///< FILE[:KERNEL] as it was typed, for replays
  std::uint64_t seed = 0;
  std::string forward;                     ///< the expression whose gradients the outputs are
  std::string forward_kernel;              ///< FILE:KERNEL of the compiled forward kernel
  std::string forward_launch;              ///< its own words, where they are not the backward kernel's
  std::string upstream;                    ///< the input that holds the upstream gradient
  std::string sweep;                       ///< all, shapes, values or none; empty: all, but what it cannot decide leaves the exit code
  std::vector<std::string> kept, grown;    ///< names that the sweep leaves alone; extents it may enlarge
  std::string failing = "fpcheck-failing"; ///< where failing inputs are saved; none
  session::option_words options;
};

/// Runs the backward kernel as `words` say and checks its gradients: against those of an expression, or by the adjoint identity against
/// the compiled forward kernel; as given and on other inputs. What goes wrong in a run is in the report.
/// Error: words that do not fit.
result<report::case_report> check(const request& how, session::kernel_file& file, const session::written_case& words, const session::case_source& source);

} // namespace fpcheck::gradient
