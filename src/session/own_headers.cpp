#include "own_headers.hpp"

#include "included_files.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

/// The file that this code was loaded from: the program, or a shared library of it.
fs::path own_file() {
  std::error_code error;
  Dl_info where{};
  if (dladdr(reinterpret_cast<const void*>(&own_headers), &where) != 0 && where.dli_fname != nullptr && where.dli_fname[0] == '/' &&
      std::string_view(where.dli_fname).find(".so") != std::string_view::npos)
    return fs::weakly_canonical(where.dli_fname, error);
  return fs::read_symlink("/proc/self/exe", error);
}

bool has_headers(const fs::path& directory) {
  std::error_code error;
  return fs::is_regular_file(directory / "fpcheck/base/config.hpp", error);
}

} // namespace

std::string own_headers() {
  // PREFIX/bin and PREFIX/lib, PREFIX/lib/TRIPLET, and TREE/build/PRESET/bin.
  fs::path at = own_file().parent_path();
  for (int up = 1; up <= 3 && at.has_relative_path(); ++up) {
    at = at.parent_path();
    if (has_headers(at / "include")) return (at / "include").string();
  }
  return {};
}

std::vector<std::string> with_own_headers(std::vector<std::string> flags, std::string_view source) {
  const std::vector<std::string> names = scan_includes(source).names;
  if (std::none_of(names.begin(), names.end(), [](const std::string& n) { return n.starts_with("fpcheck/"); })) return flags;
  const bool standard = std::any_of(flags.begin(), flags.end(), [](const std::string& f) { return f.starts_with("-std") || f.starts_with("--std"); });
  if (!standard) flags.emplace_back("-std=c++20");
  if (const std::string directory = own_headers(); !directory.empty()) flags.push_back("-I" + directory);
  return flags;
}

} // namespace fpcheck::session
