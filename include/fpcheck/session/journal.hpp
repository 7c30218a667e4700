#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

namespace fpcheck::session {

/// A file of items that are done, a line each, written as they are: what a computation that was ended goes on from.
class journal {
public:
  /// Reads what is there and opens the file for more; an empty path is no file. `purpose` is one line that says of which computation
  /// the items are. A last line that was cut off is left out. Error: not a journal, one of another purpose, or not writable.
  static result<journal> open(const std::string& path, const std::string& purpose);

  bool has(std::uint64_t item) const { return items_.count(item) != 0; }
  /// The item's bytes as kept, in the order of the items.
  const std::map<std::uint64_t, std::string>& items() const { return items_; }
  /// Keeps an item, on disk before it returns. Error: the disk is full.
  result<void> add(std::uint64_t item, const std::string& data);

private:
  struct closes {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::string path_;
  std::map<std::uint64_t, std::string> items_;
  std::unique_ptr<std::FILE, closes> file_;
};

} // namespace fpcheck::session
