#pragma once
#include <fpcheck/launch/word.hpp>

#include <string>
#include <vector>

namespace fpcheck::session {

/// The flags for nvcc that a case in a file asks for, each as one word; `-I` with an absolute directory.
/// Error: a flag that is not listed, or a value that is no plain word, or a directory outside `directory`, at its place.
result<std::vector<std::string>> listed_flags(const launch::word& w, const std::string& directory);

/// The flags of the command line: as written, but for relative directories, which become absolute ones.
result<std::vector<std::string>> typed_flags(const launch::word& w);

} // namespace fpcheck::session
