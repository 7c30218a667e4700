#pragma once
#include "commands.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// What --watch looks at: the files that words name, those of `x=@data.npy` too, and where else their includes may lie.
struct watched_files {
  std::vector<std::string> files, directories;
};
/// The files and the -I directories that the words and options of a command line name.
watched_files files_of(const std::vector<std::string>& words, const session::option_words& options);

/// Does `once` now, and again whenever a file changes that `which` names before each; until everything is to end. The code is `interrupted`.
exit_code watch(const std::function<watched_files()>& which, const std::function<exit_code()>& once, const streams& s);

} // namespace fpcheck::cli
