#pragma once
#include <fpcheck/analysis/check.hpp>
#include <fpcheck/exec/launch.hpp>

#include <string>

namespace fpcheck::testing {

/// Why there is no CUDA device to run on, or empty. The driver is looked for once, by dlopen.
const std::string& device_problem();
/// The device's name, "NVIDIA H100 80GB HBM3", or empty.
std::string device_name();

/// Runs the launches of a request on the first CUDA device and replaces its buffers' data by what the kernels left. Outputs
/// are filled with 0xff before. Error: the driver refuses, or the kernel stops with an error: a finding.
result<analysis::checked> run_on_device(const std::string& ptx, exec::run_request& request);

} // namespace fpcheck::testing
