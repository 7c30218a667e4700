#pragma once
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fpcheck::ptx::test {

/// What a command printed and how it ended.
struct outcome {
  int status = -1;
  std::string output;
};

/// Runs a shell command, with its two outputs together.
inline outcome run(const std::string& command) {
  outcome o;
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) return o;
  std::array<char, 4096> part;
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) o.output.append(part.data(), n);
  o.status = pclose(pipe);
  return o;
}

/// A folder of its own that vanishes with the object.
class scratch_folder {
public:
  scratch_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "fpcheck-ptx-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~scratch_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// The bytes of a file.
inline std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

} // namespace fpcheck::ptx::test
