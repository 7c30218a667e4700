#pragma once
#include "places.hpp"

#include <fpcheck/exec/run.hpp>

namespace fpcheck::analysis {

/// A finding for each check inside a kernel (fpcheck/kernels/probe.hpp) that failed, one a source line. The rings are
/// found among the module's variables by their name; one of another version makes the run incomplete.
void add_failed_probes(const exec::run_record& run, finding_list& findings, std::vector<incomplete_note>& incomplete);

} // namespace fpcheck::analysis
