#pragma once
#include <fpcheck/report/document.hpp>
#include <fpcheck/session/kernel_file.hpp>

#include "commands.hpp"

namespace fpcheck::cli {

/// Checks the names of formats and files before anything runs. Error: an unknown format, or no file.
result<void> check_reports(const report_choice& choice);
/// Whether one of the reports is kept: JSON or HTML, which hold more than people read at once.
bool wants_everything(const report_choice& choice);
/// Writes the chosen reports and returns the process's exit code.
exit_code write_reports(report::document d, const report_choice& choice, const report::source_reader& source,
                        const streams& s);

} // namespace fpcheck::cli
