#pragma once
#include <fpcheck/session/surroundings.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::session {

/// Directories that hold headers which `file`, and the headers that it includes, ask for and no compiler would find: up to three levels above
/// the source and up to two below each of these, not beyond the root of its repository. Headers alone are looked for (.h, .cuh, .hpp, ..).
/// `directories`: where else a compiler looks.
std::vector<std::string> directories_of_headers(const std::string& file, std::string_view text, const std::vector<std::string>& directories);

/// Headers that `file` includes in quotes, and those that these include, as far as they lie beside it or in `directories`: their texts, the
/// innermost first. At most some dozens.
std::string texts_of_headers(const std::string& file, std::string_view text, const std::vector<std::string>& directories);

} // namespace fpcheck::session
