#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::session {

/// The directory with the headers that belong to this program or library: of its installation, or of the tree that it was built in.
/// Empty where there is none.
std::string own_headers();

/// The compiler's flags for a source that includes <fpcheck/...>: the headers' directory behind every other, and C++20 unless a standard
/// is asked for. Other sources keep theirs.
std::vector<std::string> with_own_headers(std::vector<std::string> flags, std::string_view source);

} // namespace fpcheck::session
