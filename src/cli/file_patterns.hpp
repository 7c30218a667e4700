#pragma once
#include <string>
#include <vector>

namespace fpcheck::cli {

/// Whether a name of a file holds `*`, `?` or `[`.
bool is_pattern(const std::string& name);

/// The files below `directory` that `pattern` names, sorted: `*` and `?` stand within one name, `**` for any folders. Hidden files and folders
/// have to be named, and folders behind links are not entered by `**`.
std::vector<std::string> files_of_pattern(const std::string& pattern, const std::string& directory);

} // namespace fpcheck::cli
