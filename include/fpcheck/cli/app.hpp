#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// Runs fpcheck with these arguments, the program's name not among them. Reports go to `out`, everything else to `err`.
/// Never throws; what goes wrong inside fpcheck ends as exit code 4.
exit_code run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

} // namespace fpcheck::cli
