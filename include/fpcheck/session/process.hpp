#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace fpcheck::session {

/// A directory of our own under the temporary directory, removed with everything in it at the end.
class temporary_directory {
public:
  static result<temporary_directory> make();
  temporary_directory(temporary_directory&& other) noexcept;
  temporary_directory& operator=(temporary_directory&&) = delete;
  ~temporary_directory();
  const std::filesystem::path& path() const { return path_; }

private:
  explicit temporary_directory(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// How a process ended.
struct process_result {
  int status = 0;       ///< exit status; 128 + signal where one ended it
  std::string messages; ///< what it wrote to stdout and stderr
};

/// Runs a program to its end in `scratch`, which holds its output and its temporary files. Its memory, its time and what it writes are bounded. An
/// interrupt ends it, and all that it started.
/// Error: it cannot be started.
result<process_result> run_process(const std::vector<std::string>& arguments, const temporary_directory& scratch);

} // namespace fpcheck::session
