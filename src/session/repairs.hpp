#pragma once
#include <fpcheck/session/run_case.hpp>

namespace fpcheck::session {

/// Adds to the hints of findings whose line has an exact replacement (`log1pf(x)` for `logf(1 + x)`) what the output's error is with it: a copy
/// of the source with that line is compiled and run. Where that is not possible hints stay as they are.
void try_repairs(report::case_report& r, const kernel_file& file, const exec::case_text& text, const case_source& source);

} // namespace fpcheck::session
