#pragma once
#include <string>
#include <vector>

namespace fpcheck::cli {

/// From now on a crash of this process is one line on stderr, with a command that shows it again, and exit code 4.
/// `arguments` are those of the command line. Requires: called once, before there are other threads.
void report_crashes(const std::vector<std::string>& arguments);

} // namespace fpcheck::cli
