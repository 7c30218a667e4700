#pragma once
#include <fpcheck/sweep/library.hpp>

#include <optional>

/// Sweeps on the CUDA devices of a machine, through the driver, which is looked for at run time.
namespace fpcheck::sweep {

/// Why there is no device to sweep on, or empty.
const std::string& device_problem();
/// The devices' names.
std::vector<std::string> device_names();

/// A result that a test makes wrong.
struct planted_error {
  std::uint32_t code = 0, flipped = 1; ///< the input, and the bits of its result
};

/// What a sweep found, and how long the devices worked on it: compiling the kernels and copying the tables come before.
struct device_outcome {
  library_tally tally;
  double milliseconds = 0;
};

/// Sweeps a range on all devices, a thread and a share of the inputs each; what the tables leave open is decided by MPFR on all cores.
/// The kernels are those that `on_the_engine` runs, compiled by the driver. Error: what the driver complains of.
result<device_outcome> sweep_on_devices(const library_function& f, const reference_tables& reference, const code_range& range,
                                        std::optional<planted_error> planted = {});

} // namespace fpcheck::sweep
