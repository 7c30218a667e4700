#pragma once
#include <fpcheck/report/document.hpp>

namespace fpcheck::cli {

/// Whether reports on stdout are coloured: CLICOLOR_FORCE, then NO_COLOR, then whether stdout is a terminal.
report::colour stdout_colour();

/// Starts to listen for SIGINT and SIGTERM: the first sets session::interrupted(), a second one ends the process at once with code 130.
void listen_for_interrupts();
/// From now on the command itself looks at `session::interrupted`, stops soon and says what it has; before, a signal ends the process.
void end_by_itself();

} // namespace fpcheck::cli
