#include "found_headers.hpp"

#include <fpcheck/session/nvcc.hpp>
#include <fpcheck/tensor/file.hpp>

#include "included_files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

constexpr int most_levels = 3, most_depth = 2;
constexpr std::size_t most_directories = 600, most_headers = 64, most_header_bytes = std::size_t{1} << 20, most_text = std::size_t{1} << 18;

bool is_header(const std::string& name) {
  constexpr std::array<std::string_view, 9> endings{".h", ".cuh", ".hpp", ".hh", ".hxx", ".inl", ".inc", ".cuinc", ".hu"};
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}
bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}
fs::path directory_of(const std::string& file) {
  std::error_code error;
  return fs::absolute(file, error).lexically_normal().parent_path();
}

/// Places in the order in which somebody would look: beside the source, below that, a level above, below that.
std::vector<fs::path> places_round(const fs::path& start) {
  std::vector<fs::path> out;
  std::set<fs::path> seen;
  fs::path root = start;
  for (int level = 0; level <= most_levels && root.has_relative_path() && root.parent_path().has_relative_path(); ++level, root = root.parent_path()) {
    std::vector<fs::path> ring{root};
    for (int depth = 0; depth <= most_depth; ++depth) {
      std::vector<fs::path> below;
      for (const fs::path& d : ring) {
        if (out.size() >= most_directories) return out;
        if (!seen.insert(d).second) continue;
        out.push_back(d);
        std::error_code error;
        for (fs::directory_iterator at(d, fs::directory_options::skip_permission_denied, error), end; !error && at != end; at.increment(error))
          if (at->is_directory(error) && !at->is_symlink(error) && !at->path().filename().string().starts_with('.')) below.push_back(at->path());
      }
      std::sort(below.begin(), below.end());
      ring = std::move(below);
    }
    std::error_code error;
    if (fs::exists(root / ".git", error)) break;
  }
  return out;
}

/// Where compilers look without being told: the toolkit and the system.
bool is_installed_name(const std::string& name) {
  const std::string nvcc = find_nvcc();
  std::error_code error;
  std::vector<fs::path> roots{"/usr/include", "/usr/local/include", "/usr/local/cuda/include"};
  if (!nvcc.empty()) roots.push_back(fs::weakly_canonical(nvcc, error).parent_path().parent_path() / "include");
  return std::any_of(roots.begin(), roots.end(), [&](const fs::path& r) { return is_file(r / name); });
}

/// Follows includes through what is found.
class header_search {
public:
  header_search(const std::string& file, const std::vector<std::string>& directories) : start_(directory_of(file)), given_(directories) {}

  void follow(const fs::path& here, std::string_view text, int depth = 0) {
    if (depth > 8) return;
    for (const std::string& name : scan_includes(text).names) {
      if (name.starts_with('/') || name.starts_with("fpcheck/") || seen_.size() >= most_headers) continue;
      const auto found = place_of(here, name);
      if (!found || !seen_.insert(*found).second) continue;
      const auto read = tensor::read_bytes(found->string(), most_header_bytes);
      if (!read) continue;
      follow(found->parent_path(), *read, depth + 1);
      if (texts_.size() + read->size() < most_text) texts_ += *read + '\n';
    }
  }
  std::vector<std::string> directories() const { return found_; }
  const std::string& texts() const { return texts_; }
  const fs::path& start() const { return start_; }

private:
  std::optional<fs::path> place_of(const fs::path& here, const std::string& name) {
    std::error_code error;
    if (is_file(here / name)) return fs::weakly_canonical(here / name, error);
    for (const std::vector<std::string>* list : {&given_, static_cast<const std::vector<std::string>*>(&found_)})
      for (const std::string& d : *list)
        if (is_file(fs::path(d) / name)) return fs::weakly_canonical(fs::path(d) / name, error);
    if (!is_header(name) || is_installed_name(name)) return std::nullopt;
    if (const auto root = name.find('/') == std::string::npos ? std::nullopt : root_of(name)) {
      found_.push_back(root->string());
      return fs::weakly_canonical(*root / name, error);
    }
    if (!places_) places_ = places_round(start_);
    for (const fs::path& d : *places_)
      if (is_file(d / name)) {
        found_.push_back(d.string());
        return fs::weakly_canonical(d / name, error);
      }
    return std::nullopt;
  }

  /// The directory above the source from which a name with directories is a file: names are often written from the root of a repository.
  std::optional<fs::path> root_of(const std::string& name) const {
    constexpr int most_above = 16;
    fs::path d = start_;
    std::error_code error;
    for (int level = 0; level < most_above && d.has_relative_path() && d.parent_path().has_relative_path(); ++level, d = d.parent_path()) {
      if (is_file(d / name)) return d;
      if (fs::exists(d / ".git", error)) break;
    }
    return std::nullopt;
  }

  fs::path start_;
  const std::vector<std::string>& given_;
  std::vector<std::string> found_;
  std::set<fs::path> seen_;
  std::string texts_;
  std::optional<std::vector<fs::path>> places_;
};

} // namespace

std::vector<std::string> directories_of_headers(const std::string& file, std::string_view text, const std::vector<std::string>& directories) {
  header_search search(file, directories);
  search.follow(search.start(), text);
  return search.directories();
}

std::string texts_of_headers(const std::string& file, std::string_view text, const std::vector<std::string>& directories) {
  header_search search(file, directories);
  search.follow(search.start(), text);
  return search.texts();
}

} // namespace fpcheck::session
