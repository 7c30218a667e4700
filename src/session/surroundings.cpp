#include <fpcheck/base/letters.hpp>
#include <fpcheck/session/surroundings.hpp>
#include <fpcheck/tensor/file.hpp>

#include "found_headers.hpp"

#include <algorithm>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_neighbours = 64, most_bytes = std::size_t{1} << 18, most_text = std::size_t{1} << 19;

/// Whether a text launches a kernel: its name, perhaps template arguments, and <<<.
bool launches(const std::string& text, const std::string& kernel) {
  for (std::size_t at = text.find(kernel); at != std::string::npos; at = text.find(kernel, at + 1)) {
    const std::size_t end = at + kernel.size(), open = text.find("<<<", end);
    if (open == std::string::npos) return false;
    if ((at > 0 && is_letter(text[at - 1])) || is_letter(text[end])) continue;
    if (text.find_first_of(";{}", end) > open) return true;
  }
  return false;
}

/// Sources beside a file, by name.
std::vector<fs::path> neighbours_of(const fs::path& file) {
  std::vector<fs::path> out;
  std::error_code error;
  for (fs::directory_iterator at(file.parent_path(), fs::directory_options::skip_permission_denied, error), end; !error && at != end; at.increment(error)) {
    const std::string ending = at->path().extension().string();
    const bool source = ending == ".cu" || ending == ".cuh" || ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".h" || ending == ".hpp";
    if (source && at->is_regular_file(error) && at->path().filename() != file.filename()) out.push_back(at->path());
  }
  std::sort(out.begin(), out.end());
  if (out.size() > most_neighbours) out.resize(most_neighbours);
  return out;
}

} // namespace

std::string texts_around(const std::string& file, const std::string& text, const std::vector<std::string>& kernels, const std::vector<std::string>& directories) {
  std::string out = texts_of_headers(file, text, directories);
  const bool launched_here = std::all_of(kernels.begin(), kernels.end(), [&](const std::string& k) { return launches(text, k); });
  std::error_code error;
  if (launched_here) return out;
  for (const fs::path& neighbour : neighbours_of(fs::absolute(file, error))) {
    const auto read = tensor::read_bytes(neighbour.string(), most_bytes);
    if (!read || std::none_of(kernels.begin(), kernels.end(), [&](const std::string& k) { return launches(*read, k); })) continue;
    const std::string more = *read + '\n' + texts_of_headers(neighbour.string(), *read, directories);
    if (out.size() + more.size() < most_text) out += more;
  }
  return out;
}

} // namespace fpcheck::session
