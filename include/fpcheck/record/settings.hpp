#pragma once
// What `fpcheck record` asks of its library, which reads it from the environment of the program.
#include <cstdint>
#include <string>
#include <vector>

namespace fpcheck::record {

inline constexpr const char* settings_variable = "FPCHECK_RECORD";

struct settings {
  std::string folder = "capture";           ///< of the captures
  std::vector<std::string> kernels;         ///< words for their names; empty: all
  std::vector<std::uint64_t> launches;      ///< numbers among the launches of these kernels, from 1; empty: the first of each kernel
  std::uint64_t most = 16;                  ///< captures of a process
  std::uint64_t limit = std::uint64_t{1} << 30; ///< bytes of memory of one launch
};

/// A line each: "folder=/tmp/capture", "kernel=softmax", "launch=3".
std::string write(const settings& s);
/// Lines that are not known are passed over.
settings read_settings(const std::string& text);

/// Whether a word means the kernel: its name as the module has it, a begin of the demangled one, or that without its namespaces and arguments.
bool means(const std::string& word, const std::string& kernel);

} // namespace fpcheck::record
