#pragma once
#include <fpcheck/base/diagnostic.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::expr {

/// What a node of the syntax tree is.
enum class syntax_kind : std::uint8_t {
  number,    ///< `text` is the literal
  name,      ///< `text` is the identifier
  string,    ///< `text` is the contents between the quotes
  prefix,    ///< `text` is the operator, one child
  infix,     ///< `text` is the operator, two children
  call,      ///< `text` is the function, children are the arguments
  attribute, ///< `text` is the attribute (`T`), one child
  index,     ///< child 0 is indexed by the others
  slice,     ///< `a:b:c`; children may be `absent`
  absent,    ///< a bound of a slice that is not written
  ellipsis,  ///< `...`
  newaxis,   ///< `None`
  list,      ///< `(a, b)` or `[a, b]`
  let        ///< `text` is bound to child 0 inside child 1
};

/// The index of a node of a `syntax`.
enum class syntax_id : std::uint32_t {};

/// A node of the syntax tree.
struct syntax_node {
  syntax_kind kind = syntax_kind::absent;
  std::string text;
  std::vector<syntax_id> children;
  std::vector<std::string> keywords; ///< of a call: the keyword of each child, empty for positional ones
  std::uint32_t offset = 0;          ///< of its first character
};

/// A parsed expression with the text it came from.
struct syntax {
  std::string text;
  std::vector<syntax_node> nodes;
  syntax_id root{};

  const syntax_node& operator[](syntax_id id) const { return nodes[static_cast<std::size_t>(id)]; }
  /// A diagnostic that points at `offset` of the text.
  diagnostic error_at(std::uint32_t offset, std::string message, std::string hint = {}) const;
};

/// Parses an expression such as `let p = softmax(q @ k.T, 1); p @ v`.
/// Error: one line with line, column and excerpt.
result<syntax> parse(std::string_view text);

/// The names that `tree` uses and does not bind itself, in order of first appearance; function names are not among them.
std::vector<std::string> free_names(const syntax& tree);

} // namespace fpcheck::expr
