#pragma once
#include <fpcheck/exec/run.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/settings.hpp>

namespace fpcheck::session {

/// Runs the launches of `start` with the dual shadow, notes how large J v is and how well it is known, and saves it where
/// --save-derivative asks for it. Inputs move along what --along names, else all real ones along random directions.
/// Error: an unknown buffer, a direction of another size, a file that cannot be read or written.
result<void> add_derivatives(const settings& s, const exec::program& code, const exec::run_request& start, report::case_report& report);

} // namespace fpcheck::session
