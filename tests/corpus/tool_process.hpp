#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace corpus {

/// How a run of the tool ended.
struct tool_result {
  int exit_code = -1;
  double seconds = 0;
  std::string output;   ///< stdout
  std::string messages; ///< stderr
};

/// Runs the tool with `arguments` (each one word, unquoted) in `directory` and waits for it.
tool_result run_tool(const std::string& tool, const std::vector<std::string>& arguments, const std::string& directory);

/// The elements of a .npy file, widened to double; and their raw bytes.
struct npy {
  std::string descr; ///< "<f4"
  std::vector<std::uint64_t> shape;
  std::vector<std::uint8_t> bytes;
  std::vector<double> values; ///< filled for <f4, <f8
};

/// Reads a little-endian C-ordered .npy. Throws std::runtime_error on anything else.
npy read_npy(const std::string& path);
/// Writes f32 data.
void write_npy(const std::string& path, const std::vector<float>& data, const std::vector<std::uint64_t>& shape);
/// Writes data of any little-endian type, `descr` naming it ("<i4").
void write_npy(const std::string& path, const std::string& descr, const void* data, std::size_t bytes,
               const std::vector<std::uint64_t>& shape);

/// A directory of its own, removed at the end.
class scratch_directory {
public:
  scratch_directory();
  ~scratch_directory();
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  const std::string& path() const { return path_; }

private:
  std::string path_;
};

} // namespace corpus
