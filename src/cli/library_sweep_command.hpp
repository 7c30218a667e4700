#pragma once
#include "commands.hpp"

#include <optional>

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
  std::optional<std::uint64_t> hard, samples; ///< of a search: how many hard inputs are to be found, and how many others are tried
  std::optional<std::uint64_t> stretches;     ///< of functions of binary64 numbers: inputs that are judged as neighbours
  std::uint64_t seed = 0;
};
exit_code sweep_library(const library_sweep_command& c, const streams& s);
/// Searches functions of two numbers or of binary64: those of the names, all of them for none.
exit_code search_library(const library_sweep_command& c, const streams& s);
/// Judges neighbouring inputs of the functions of binary64 numbers: those of the names, all of them for none.
exit_code sweep_in_stretches(const library_sweep_command& c, const streams& s);
/// Whether a name is of a function that is searched, or hard inputs are asked for and no name given.
bool is_search(const library_sweep_command& c);
/// Whether to sweep on a device: where one is, unless `on` says where. Error: a word that is no place, or a place that is not there.
result<bool> wants_device(const std::string& on);
/// Whether the names are those of a file's function, which wants a reference.
bool is_of_file(const library_sweep_command& c, const sweep_command& file);

} // namespace fpcheck::cli
