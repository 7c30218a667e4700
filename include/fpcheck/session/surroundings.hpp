#pragma once
// What stands around a source file.
#include <string>
#include <vector>

namespace fpcheck::session {

/// The texts of the headers that `file` includes in quotes, then of the sources beside it that launch one of `kernels`, each with its headers.
/// `directories`: of -I. Host code that lies in a file of its own, and constants that lie in headers, are found there.
std::string texts_around(const std::string& file, const std::string& text, const std::vector<std::string>& kernels, const std::vector<std::string>& directories);

} // namespace fpcheck::session
