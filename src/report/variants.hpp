#pragma once
#include <fpcheck/analysis/what_if.hpp>

#include <string>
#include <vector>

namespace fpcheck::report {

/// The table of what variants come to, line by line: for each output its largest and mean error, and both over what they are in
/// the launch as it is.
std::vector<std::string> variant_table(const std::vector<analysis::variation_result>& rows);

} // namespace fpcheck::report
