#pragma once
#include <fpcheck/session/nvcc.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace fpcheck::session {

/// Compiled PTX by what it was compiled from: files of a directory that several processes use at a time.
class ptx_cache {
public:
  /// The place of this compilation: $XDG_CACHE_HOME/fpcheck or $HOME/.cache/fpcheck. Nothing where it may not be kept: FPCHECK_CACHE=off, or what it
  /// reads is not known beforehand.
  static std::optional<ptx_cache> place_of(const compilation& what, const std::string& text, const std::string& nvcc);

  /// What was kept, if it is whole.
  std::optional<std::string> read() const;
  /// Keeps it; the oldest of others go where there is too much. A cache that cannot be written is none.
  void store(const std::string& ptx) const;

  bool operator==(const ptx_cache&) const = default;

private:
  explicit ptx_cache(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

/// The most bytes that a directory of the cache keeps.
inline constexpr std::uintmax_t most_cached_bytes = std::uintmax_t{256} << 20;
/// Removes the files of the cache in `directory` that were used longest ago, until at most three quarters of `most` bytes are left, where there is more
/// than `most`; and what a process that ended left half written.
void trim_cache(const std::string& directory, std::uintmax_t most);

} // namespace fpcheck::session
