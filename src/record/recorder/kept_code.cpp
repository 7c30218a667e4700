#include "kept_code.hpp"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace fpcheck::record {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 200000; ///< of a cache that are looked at

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::string user() {
  const passwd* const entry = getpwuid(getuid());
  return entry == nullptr ? "" : entry->pw_name;
}

} // namespace

std::optional<bytes> read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  if (!in) return std::nullopt;
  bytes out(static_cast<std::size_t>(in.tellg()));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
  return in ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<kept_code> code_beside(const fs::path& machine_code) {
  auto ptx = read_file(fs::path(machine_code).replace_extension(".ptx"));
  if (!ptx) return std::nullopt;
  kept_code out{*std::move(ptx), {}};
  for (const char* ending : {".ttir", ".json"})
    if (auto more = read_file(fs::path(machine_code).replace_extension(ending))) out.companions.push_back({ending, *std::move(more)});
  return out;
}

std::vector<fs::path> kept_code_folders() {
  std::vector<fs::path> out;
  const auto add = [&](const fs::path& p) {
    if (!p.empty() && p.is_absolute()) out.push_back(p);
  };
  add(variable("TRITON_CACHE_DIR"));
  add(variable("TORCHINDUCTOR_CACHE_DIR"));
  if (const std::string home = variable("TRITON_HOME").empty() ? variable("HOME") : variable("TRITON_HOME"); !home.empty()) add(fs::path(home) / ".triton" / "cache");
  const std::string folder = variable("TMPDIR").empty() ? "/tmp" : variable("TMPDIR");
  for (const std::string& name : {user(), variable("USER"), variable("LOGNAME")})
    if (!name.empty()) add(fs::path(folder) / ("torchinductor_" + name));
  return out;
}

void kept_code_index::look_again() {
  by_size_.clear();
  std::error_code error;
  std::size_t seen = 0;
  for (const fs::path& folder : folders_)
    for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end; !error && it != end && seen < most_files; it.increment(error), ++seen)
      if (std::error_code none; it->path().extension() == ".cubin" && it->is_regular_file(none)) by_size_.emplace(it->file_size(none), it->path());
}

std::optional<kept_code> kept_code_index::find(std::span<const std::byte> machine_code) {
  for (int attempt = 0; attempt < 2; ++attempt) { // it may have been compiled since
    const auto [first, last] = by_size_.equal_range(machine_code.size());
    for (auto it = first; it != last; ++it) {
      const auto own = read_file(it->second);
      if (!own || !std::equal(own->begin(), own->end(), machine_code.begin(), machine_code.end())) continue;
      if (auto out = code_beside(it->second)) return out;
    }
    if (attempt == 0) look_again();
  }
  return std::nullopt;
}

} // namespace fpcheck::record
