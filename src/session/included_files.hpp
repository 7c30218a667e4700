#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::session {

/// What the directives of a source may include, as far as its text tells.
struct include_names {
  std::vector<std::string> names; ///< in quotes or angle brackets, in the order of writing
  bool computed = false;          ///< some name is a macro's
};
include_names scan_includes(std::string_view text);

/// A digest of everything that a compilation of `file` may read besides the toolkit and the system's headers: of every file that an include
/// directive could mean, taken in or not, whichever of the directories it lies in. A file that is added, removed or changed gives another.
/// Nothing where the text does not tell (a name made by a macro) or there is too much of it.
std::optional<std::string> digest_of_included(const std::string& file, const std::string& text, const std::vector<std::string>& directories);

} // namespace fpcheck::session
