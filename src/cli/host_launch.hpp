#pragma once
// How the host code of a source launches its kernels.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::cli {

/// What the text of a launch tells.
struct host_launch {
  std::vector<std::int64_t> block;             ///< its extents, where they follow from constants of the file
  std::optional<std::int64_t> shared;          ///< bytes of dynamic shared memory
  std::vector<std::string> template_arguments; ///< with numbers for constants, where all are known
};

/// The first `kernel<<<..>>>(..)` of a source whose block follows from its constants, else the first of all; none without one.
std::optional<host_launch> find_host_launch(const std::string& kernel, const std::string& source);

} // namespace fpcheck::cli
