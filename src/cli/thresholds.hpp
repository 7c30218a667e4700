#pragma once
#include "commands.hpp"

namespace fpcheck::cli {

/// `fpcheck explain --thresholds`: every number that can change a verdict. `format`: text or json.
exit_code explain_thresholds(const std::string& format, const streams& s);

} // namespace fpcheck::cli
