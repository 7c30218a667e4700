#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::expr {

/// What there is to say of a function of the expression language.
struct function_page {
  std::string name, signature;
  std::string summary;
  std::string shapes;              ///< what it takes
  std::string example;             ///< an expression without inputs
  std::string gradient;            ///< the differential, or one line why there is none
  std::string error;               ///< what kernels' libraries state in binary32, or empty
  std::vector<std::string> aliases;
};

/// The pages of all functions, in groups as they are listed.
std::vector<function_page> function_pages();
/// The page of `name`, which may be an alias. Error: no such function, with a suggestion.
result<function_page> function_page_of(std::string_view name);

} // namespace fpcheck::expr
