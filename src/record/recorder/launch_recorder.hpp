#pragma once
// Saves launches of other people's programs. Nothing here ends or fails such a program: what cannot be saved is noted.
#include <fpcheck/record/capture.hpp>
#include <fpcheck/record/settings.hpp>

#include "code_images.hpp"
#include "driver.hpp"

#include <map>
#include <memory>
#include <string>

namespace fpcheck::record {

/// A launch that is about to be made.
struct launch_call {
  const char* kernel = nullptr;
  CUfunction function = nullptr;
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, cluster[3] = {0, 0, 0};
  std::uint32_t shared = 0;
  CUstream stream = nullptr;
  void** parameters = nullptr; ///< one pointer each, or
  void** extra = nullptr;      ///< all in one buffer
};

/// Requires: one call at a time.
class launch_recorder {
public:
  launch_recorder(settings s, driver d, std::vector<std::filesystem::path> kept_code, std::string program)
      : settings_(std::move(s)), driver_(d), images_(std::move(kept_code)), program_(std::move(program)) {}

  /// A module or library was loaded.
  void loaded(const void* handle, const void* image) { images_.loaded(handle, image); }
  void loaded_file(const void* handle, const char* file) { images_.loaded_file(handle, file); }
  /// Whether the launch is to be saved; it is then as it was before it.
  bool before(const launch_call& l);
  /// The launch that before() took was made on this stream; `worked`: the driver took it.
  void after(CUstream stream, bool worked);
  /// What was done, for people.
  std::string summary() const;

private:
  bool wants(const launch_call& l);
  void take_parameters(const launch_call& l, capture& c) const;
  void take_code(const launch_call& l, capture& c);
  void take_variables(const launch_call& l, capture& c) const;
  void take_memory(capture& c) const;
  bytes read(std::uint64_t address, std::uint64_t size) const;
  std::string device_name() const;
  void save(const capture& c);

  settings settings_;
  driver driver_;
  code_images images_;
  std::string program_;
  std::map<std::string, std::uint64_t> chosen_; ///< kernels that a word means, and how often they came
  std::map<std::string, bool> meant_;
  std::uint64_t seen_ = 0, meant_seen_ = 0, taken_ = 0, in_graphs_ = 0;
  std::unique_ptr<capture> open_;
  std::vector<std::string> notes_;
};

} // namespace fpcheck::record
