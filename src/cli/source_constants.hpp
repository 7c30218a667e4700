#pragma once
// What the constants of a source mean.
#include <fpcheck/base/letters.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::cli {

std::string trimmed(std::string_view text);
/// The next place at or behind `from` where `name` stands as a word.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from);
/// The text from `from` to the bracket that closes the one before it; nothing where it does not end soon.
std::optional<std::string> bracketed(const std::string& text, std::size_t from);
/// The parts between commas that stand in no brackets.
std::vector<std::string> split(const std::string& text);
/// Blanks for comments, so that places stay what they are.
std::string without_comments(std::string source);

/// What the constants of a source mean at one place of it.
class source_constants {
public:
  explicit source_constants(const std::string& source) : source_(source) {}

  /// The value of an integer expression over numbers, `sizeof` of arithmetic types and names that the source defines by #define,
  /// `const int X = ..` or `int X = ..`.
  std::optional<std::int64_t> value(const std::string& expression, std::size_t position);

  /// The extents of a block: a number, dim3(..), or a name of either.
  std::vector<std::int64_t> extents(const std::string& text, std::size_t position, int depth = 0);

  /// The extents of a grid as expressions over numbers and the names that `given` has for arguments; empty where one is not known.
  std::vector<std::string> grid(const std::string& text, std::size_t position, const std::map<std::string, std::string>& given, int depth = 0);

  /// A number as a case has it: `0.5f`, `-1`, or a constant that stands for one.
  std::optional<std::string> number(std::string text, std::size_t position, int depth = 0);

  /// What the source allocates for a pointer: the bytes of `cudaMalloc(&p, n * sizeof(float))`.
  std::optional<std::int64_t> bytes(const std::string& pointer, std::size_t position);

  /// Whether the source sets a pointer's memory to zero, copies nothing into it and gives it to one kernel alone.
  bool is_zeroed(const std::string& pointer) const;

  /// `<float, BLOCK>` with numbers for constants; one that is not known is empty.
  std::vector<std::string> template_arguments(const std::string& written, std::size_t position);

private:
  /// Whether all launches that have a pointer among their arguments are of one kernel.
  bool has_one_kernel(const std::string& pointer) const;

  struct definition {
    std::size_t at;
    std::string text;
  };

  /// What a name may mean: its definitions before `position`, the last first, then those behind it.
  std::vector<std::string> meanings(const std::string& name, std::size_t position);

  /// One extent of a dim3 by its name.
  std::optional<std::string> component(const std::string& name, std::size_t which, std::size_t position, int depth);

  /// Names replaced by what is defined for them, in brackets; nothing where one is not.
  std::optional<std::string> resolved(const std::string& written, std::size_t position, int depth, const std::map<std::string, std::string>* given = nullptr);

  const std::string& source_;
  std::map<std::string, std::vector<definition>> definitions_;
};

} // namespace fpcheck::cli
