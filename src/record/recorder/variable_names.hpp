#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::record {

/// The names of the variables that PTX declares in global and constant memory.
std::vector<std::string> variable_names(std::string_view ptx);

} // namespace fpcheck::record
