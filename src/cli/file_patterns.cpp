#include "file_patterns.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 32;               ///< folders that `**` enters
constexpr std::size_t most_files = 10000; ///< more is a pattern gone wrong

class pattern_walk {
public:
  pattern_walk(const std::string& pattern, fs::path root) : root_(std::move(root)) {
    const fs::path written(pattern);
    parts_.assign(written.begin(), written.end());
  }
  std::vector<std::string> run() {
    visit({}, 0, 0);
    return {found_.begin(), found_.end()};
  }

private:
  void visit(const fs::path& here, std::size_t k, int depth) {
    if (found_.size() >= most_files || depth > deepest) return;
    std::error_code error;
    if (k == parts_.size()) {
      if (fs::is_regular_file(root_ / here, error)) found_.insert(here.string());
      return;
    }
    const std::string part = parts_[k].string();
    if (!is_pattern(part)) return visit(here / part, k + 1, depth + 1);
    const bool any_folders = part == "**";
    if (any_folders) visit(here, k + 1, depth);
    for (const fs::directory_entry& e : fs::directory_iterator(root_ / here, fs::directory_options::skip_permission_denied, error)) {
      const std::string name = e.path().filename().string();
      if (any_folders) {
        if (!name.starts_with('.') && e.is_directory(error) && !e.is_symlink(error)) visit(here / name, k, depth + 1);
      } else if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0) {
        visit(here / name, k + 1, depth + 1);
      }
    }
  }

  fs::path root_;
  std::vector<fs::path> parts_;
  std::set<std::string> found_;
};

} // namespace

bool is_pattern(const std::string& name) { return name.find_first_of("*?[") != std::string::npos; }

std::vector<std::string> files_of_pattern(const std::string& pattern, const std::string& directory) {
  return pattern_walk(pattern, directory.empty() ? "." : directory).run();
}

} // namespace fpcheck::cli
