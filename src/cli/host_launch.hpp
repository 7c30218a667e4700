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
  std::vector<std::string> template_arguments; ///< with numbers for constants; one that is not known is empty

  /// An argument of the call.
  struct argument {
    std::string text;                   ///< as written
    std::optional<std::int64_t> value;  ///< of an integer
    std::optional<std::string> number;  ///< a literal, or what a constant stands for: "0.5"
    std::optional<std::int64_t> bytes;  ///< that the file allocates for a pointer
    bool is_zeroed = false;             ///< a pointer to what is set to zero and never copied into
  };
  std::vector<argument> arguments;
  /// The extents of the grid in numbers and in names of `parameters`, which stand for the arguments: "(n + 255) / 256". Empty where one is not known.
  std::vector<std::string> grid;
};

/// The first `kernel<<<..>>>(..)` of a source whose block follows from its constants, else the first of all; none without one. `parameters`: the
/// kernel's names for its arguments.
std::optional<host_launch> find_host_launch(const std::string& kernel, const std::vector<std::string>& parameters, const std::string& source);

/// The extents of the blocks of all launches in a source, whatever is launched, as far as they follow from constants.
std::vector<std::vector<std::int64_t>> blocks_of_launches(const std::string& source);

/// The value of an integer expression over constants of a source.
std::optional<std::int64_t> constant_of(const std::string& expression, const std::string& source);

} // namespace fpcheck::cli
