#include <fpcheck/session/file_watch.hpp>
#include <fpcheck/session/interrupt.hpp>
#include <fpcheck/tensor/file.hpp>

#include "included_files.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 4096, most_bytes = std::size_t{4} << 20;

bool is_source(const fs::path& file) {
  constexpr const char* endings[] = {".cu", ".cuh", ".h", ".hpp", ".inl"};
  return std::any_of(std::begin(endings), std::end(endings), [&](const char* e) { return file.extension() == e; });
}

} // namespace

file_watch::stamp file_watch::stamp_of(const std::string& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  if (error) return std::nullopt;
  const auto bytes = fs::file_size(file, error);
  return std::pair{static_cast<long long>(time.time_since_epoch().count()), error ? 0ull : static_cast<unsigned long long>(bytes)};
}

file_watch::file_watch(const std::vector<std::string>& files, std::vector<std::string> directories) : directories_(std::move(directories)) {
  for (const std::string& file : files) note(file);
}

void file_watch::note(const std::string& file) {
  if (seen_.size() >= most_files || !seen_.try_emplace(file, stamp_of(file)).second) return;
  if (!seen_[file] || !is_source(file)) return;
  const auto text = tensor::read_bytes(file, most_bytes);
  if (!text) return;
  const fs::path here = fs::path(file).parent_path();
  for (const std::string& name : scan_includes(*text).names) {
    note((here / name).lexically_normal().string());
    for (const std::string& d : directories_) note((fs::path(d) / name).lexically_normal().string());
  }
}

std::size_t file_watch::size() const {
  return static_cast<std::size_t>(std::count_if(seen_.begin(), seen_.end(), [](const auto& f) { return f.second.has_value(); }));
}

std::optional<std::string> file_watch::changed() const {
  for (const auto& [file, then] : seen_)
    if (stamp_of(file) != then) return file;
  return std::nullopt;
}

std::optional<std::string> file_watch::wait() {
  using namespace std::chrono_literals;
  while (!interrupted()) {
    if (auto file = changed()) {
      std::this_thread::sleep_for(100ms); // an editor may still be writing
      return file;
    }
    std::this_thread::sleep_for(200ms);
  }
  return std::nullopt;
}

} // namespace fpcheck::session
