#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::launch {

/// A piece of what the user wrote, with its place: an argument of the command line or a word of a source comment.
struct word {
  std::string text;      ///< without quotes
  source_location where; ///< of the first character
  std::string line;      ///< the whole line it stands in, for the caret

  /// The error `message`, with the caret `offset` characters into the word.
  diagnostic error(std::string message, std::string hint = {}, std::size_t offset = 0) const;
  /// The part from `offset` on, `length` characters at most.
  word part(std::size_t offset, std::size_t length = std::string::npos) const;
};

/// Splits a line as a shell would, but keeps `<<<...>>>` and what stands in brackets together.
/// `start` is the offset in `line` to begin at; words get `file` and `number` as their place.
/// Error: a quote or bracket that is never closed.
result<std::vector<word>> split_words(const std::string& line, std::size_t start, const std::string& file,
                                      std::uint32_t number);
/// The "file" that words of a command line come from.
inline constexpr const char* command_line_name = "command line";
/// The words of a command line, placed in one line of text called "command line".
std::vector<word> command_line_words(const std::vector<std::string>& arguments);

/// Splits at the `separator`s that stand outside brackets and quotes.
std::vector<word> split_top_level(const word& w, char separator);

/// Names of dimensions, for suggestions.
using dimension_names = std::vector<std::string>;

/// The integers and names that shapes, grids and scalar arguments may be computed from.
class dimensions {
public:
  void define(const std::string& name, std::int64_t value);
  std::optional<std::int64_t> find(const std::string& name) const;
  /// Whether `name` was looked up since it was defined.
  bool used(const std::string& name) const;
  dimension_names names() const;

  /// The value of an expression over numbers and names: + - * / %, brackets, cdiv(a,b), min(a,b), max(a,b).
  /// Error: syntax, an unknown name, overflow, division by zero; with the caret at the place.
  result<std::int64_t> evaluate(const word& w) const;
  /// The extents of "NxCx4"; each part is an expression, and must not be negative.
  result<std::vector<std::uint64_t>> shape(const word& w) const;

private:
  struct entry {
    std::string name;
    std::int64_t value;
    mutable bool used;
  };
  std::vector<entry> entries_;
  friend class expression_parser;
};

} // namespace fpcheck::launch
