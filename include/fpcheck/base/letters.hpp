#pragma once
#include <cctype>

namespace fpcheck {

/// A character of a name in C++, Python and PTX's simpler names: a letter, a digit or `_`.
inline bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
/// A blank, a tab or the end of a line.
inline bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

} // namespace fpcheck
