#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::cli {

/// The page of a rule, by its id: what it looks for, an example, what is no finding. Empty where there is none.
std::string_view explain_page(std::string_view id);

/// The ids of all rules.
const std::vector<std::string>& rule_ids();

} // namespace fpcheck::cli
