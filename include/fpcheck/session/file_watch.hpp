#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fpcheck::session {

/// Files as they were when a command read them, with what CUDA sources among them may include.
class file_watch {
public:
  /// Takes note of `files`, and of every file that an include directive of a source could mean: beside it, or in `directories`.
  explicit file_watch(const std::vector<std::string>& files, std::vector<std::string> directories = {});

  /// Waits until one of them is another, is gone, or appears, and gives its name. Nothing where everything is to end.
  std::optional<std::string> wait();
  /// How many of them exist.
  std::size_t size() const;

private:
  /// Time and size of a file; nothing where there is none.
  using stamp = std::optional<std::pair<long long, unsigned long long>>;
  static stamp stamp_of(const std::string& file);
  void note(const std::string& file);
  /// The first that differs from what was noted.
  std::optional<std::string> changed() const;

  std::vector<std::string> directories_;
  std::map<std::string, stamp> seen_;
};

} // namespace fpcheck::session
