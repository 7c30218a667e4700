#pragma once
#include <fpcheck/exec/launch.hpp>
#include <fpcheck/exec/program.hpp>

#include <atomic>
#include <cstdint>

namespace fpcheck::analysis {

/// The worst element of all outputs of a run.
struct largest_error {
  double ulps = 0;          ///< |computed - exact| and the radius of what is known of the exact one; infinite where the kernel made a NaN or infinity of its own
  std::uint32_t buffer = 0; ///< index into run_request::buffers
  std::uint64_t element = 0;
};

/// Runs the launches of `request` once, with enclosures and nothing else. Elements of which nothing is known do not count.
/// Error: a launch that cannot be made, or did not come to its end.
result<largest_error> find_largest_error(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt);

} // namespace fpcheck::analysis
