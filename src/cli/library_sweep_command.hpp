#pragma once
#include "commands.hpp"

namespace fpcheck::cli {

/// `fpcheck sweep` of CUDA's math library.
struct library_sweep_command {
  std::vector<std::string> names;  ///< of functions, or one FILE:FUNCTION for `sweep`
  std::string range;               ///< LO,HI in codes
  std::uint64_t stride = 0;        ///< 0: all inputs of a range or with --all, else a sample
  std::string journal;             ///< a file
  std::string on;                  ///< gpu, cpu, or empty for whichever is there
  std::string format = "text";
  bool all = false, lists = false; ///< every input; only names the functions
};
exit_code sweep_library(const library_sweep_command& c, const streams& s);
/// Whether the names are those of a file's function, which wants a reference.
bool is_of_file(const library_sweep_command& c, const sweep_command& file);

} // namespace fpcheck::cli
