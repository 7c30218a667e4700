#include "tool_process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace corpus {
namespace {

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The text after `key` in a .npy header, up to `end`.
std::string field(const std::string& header, const std::string& key, char end) {
  const auto at = header.find(key);
  if (at == std::string::npos) throw std::runtime_error(".npy header without " + key);
  const auto from = at + key.size();
  return header.substr(from, header.find(end, from) - from);
}

} // namespace

tool_result run_tool(const std::string& tool, const std::vector<std::string>& arguments, const std::string& directory) {
  const scratch_directory scratch;
  const std::string out = scratch.path() + "/out", err = scratch.path() + "/err";
  std::vector<char*> argv{const_cast<char*>(tool.c_str())};
  for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child == 0) {
    const int o = open(out.c_str(), O_WRONLY | O_CREAT, 0600), e = open(err.c_str(), O_WRONLY | O_CREAT, 0600);
    if (o < 0 || e < 0 || dup2(o, 1) < 0 || dup2(e, 2) < 0 || chdir(directory.c_str()) != 0) _exit(125);
    execv(tool.c_str(), argv.data());
    _exit(126);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) throw std::runtime_error("cannot start " + tool);
  tool_result result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.output = slurp(out);
  result.messages = slurp(err);
  return result;
}

npy read_npy(const std::string& path) {
  const std::string text = slurp(path);
  if (text.size() < 10 || text.compare(0, 6, "\x93NUMPY") != 0) throw std::runtime_error(path + " is no .npy file");
  const std::size_t length = static_cast<unsigned char>(text[8]) | static_cast<unsigned char>(text[9]) << 8;
  const std::string header = text.substr(10, length);
  if (header.find("'fortran_order': False") == std::string::npos) throw std::runtime_error(path + ": column-major");
  npy result;
  result.descr = field(header, "'descr': '", '\'');
  const std::string shape = field(header, "'shape': (", ')');
  for (std::size_t at = 0; at < shape.size();) {
    if (shape[at] < '0' || shape[at] > '9') {
      ++at;
      continue;
    }
    std::size_t used = 0;
    result.shape.push_back(std::stoull(shape.substr(at), &used));
    at += used;
  }
  result.bytes.assign(text.begin() + static_cast<std::ptrdiff_t>(10 + length), text.end());
  const auto widen = [&](auto sample) {
    std::vector<decltype(sample)> narrow(result.bytes.size() / sizeof sample);
    std::memcpy(narrow.data(), result.bytes.data(), narrow.size() * sizeof sample);
    result.values.assign(narrow.begin(), narrow.end());
  };
  if (result.descr == "<f4") widen(float{});
  if (result.descr == "<f8") widen(double{});
  return result;
}

void write_npy(const std::string& path, const std::string& descr, const void* data, std::size_t bytes,
               const std::vector<std::uint64_t>& shape) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
  for (const auto n : shape) header += std::to_string(n) + ", ";
  header += "), }";
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  const char size[2] = {static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
  file.write(size, 2);
  file << header;
  file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

void write_npy(const std::string& path, const std::vector<float>& data, const std::vector<std::uint64_t>& shape) {
  write_npy(path, "<f4", data.data(), data.size() * sizeof(float), shape);
}

scratch_directory::scratch_directory() {
  std::string name = std::filesystem::temp_directory_path() / "fpcheck_corpus_XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a scratch directory");
  path_ = name;
}
scratch_directory::~scratch_directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

} // namespace corpus
