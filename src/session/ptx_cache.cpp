#include "ptx_cache.hpp"

#include <fpcheck/tensor/digest.hpp>
#include <fpcheck/tensor/file.hpp>

#include "included_files.hpp"
#include "names.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <vector>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view head = "// fpcheck cache sha256 ";
constexpr std::size_t digest_digits = 64;

/// Whether a flag may bring in files that are not looked at.
bool brings_files(const std::string& flag) {
  constexpr std::array<std::string_view, 6> starts{"-isystem", "-optf", "--options-file", "-Xcompiler", "--compiler-options", "-ccbin"};
  return flag.find("include") != std::string::npos || flag.find('@') != std::string::npos || flag == "-I" ||
         std::any_of(starts.begin(), starts.end(), [&](std::string_view s) { return flag.starts_with(s); });
}

} // namespace

std::optional<ptx_cache> ptx_cache::place_of(const compilation& what, const std::string& text, const std::string& nvcc) {
  if (environment("FPCHECK_CACHE") == "off") return std::nullopt;
  for (const char* directories : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (!environment(directories).empty()) return std::nullopt;
  std::vector<std::string> included;
  for (const std::string& flag : what.flags) {
    if (flag.starts_with("-I/")) included.push_back(flag.substr(2));
    else if (flag.starts_with("-I") || brings_files(flag)) return std::nullopt;
  }
  const std::string home = environment("XDG_CACHE_HOME").empty() ? environment("HOME") + "/.cache" : environment("XDG_CACHE_HOME");
  if (!home.starts_with('/') || home == "/.cache") return std::nullopt;
  const auto others = digest_of_included(what.file, text, included);
  if (!others) return std::nullopt;
  std::error_code error;
  std::string key = "3\n" + nvcc + '\n' + std::to_string(fs::last_write_time(nvcc, error).time_since_epoch().count()) + '\n' +
                    fs::path(what.file).filename().string() + '\n' + *others + '\n';
  for (const char* name : {"NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"}) key += environment(name) + '\n';
  for (const std::string& flag : what.flags) key += flag + '\n';
  for (const std::string& k : what.instantiations) key += "<" + k + '\n';
  return ptx_cache(home + "/fpcheck/" + tensor::sha256(key + '\n' + text) + ".ptx");
}

std::optional<std::string> ptx_cache::read() const {
  auto kept = tensor::read_bytes(path_, tensor::most_text_bytes);
  const std::size_t start = head.size() + digest_digits + 1;
  if (!kept || kept->size() < start || !kept->starts_with(head)) return std::nullopt;
  std::string ptx = kept->substr(start);
  if (kept->compare(head.size(), digest_digits, tensor::sha256(ptx)) != 0) return std::nullopt; // half of it, or another's: compiled anew
  std::error_code error;
  fs::last_write_time(path_, fs::file_time_type::clock::now(), error); // used lately
  return ptx;
}

void ptx_cache::store(const std::string& ptx) const {
  std::error_code error;
  const fs::path directory = fs::path(path_).parent_path();
  fs::create_directories(directory, error);
  if (error) return;
  // Written aside and renamed, so that no other process reads half of it.
  const std::string aside = path_ + '.' + std::to_string(getpid()) + '.' + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
  if (tensor::write_bytes(aside, std::string(head) + tensor::sha256(ptx) + '\n' + ptx)) fs::rename(aside, path_, error);
  else fs::remove(aside, error);
  trim_cache(directory.string(), most_cached_bytes);
}

void trim_cache(const std::string& directory, std::uintmax_t most) {
  struct kept_file {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<kept_file> files;
  std::uintmax_t all = 0;
  std::error_code error;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.size() < digest_digits + 4 || name.compare(digest_digits, 4, ".ptx") != 0) continue; // not ours
    std::error_code gone; // another process may remove it meanwhile
    const kept_file f{fs::last_write_time(at->path(), gone), fs::file_size(at->path(), gone), at->path()};
    if (gone) continue;
    const bool half_written = name.size() > digest_digits + 4;
    if (half_written && now - f.used > std::chrono::hours(1)) fs::remove(f.path, gone);
    if (half_written) continue;
    all += f.bytes;
    files.push_back(f);
  }
  if (all <= most) return;
  std::sort(files.begin(), files.end(), [](const kept_file& a, const kept_file& b) { return a.used < b.used; });
  for (const kept_file& f : files) {
    if (all <= most / 4 * 3) return;
    all -= f.bytes;
    fs::remove(f.path, error);
  }
}

} // namespace fpcheck::session
