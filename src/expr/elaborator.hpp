#pragma once
#include <fpcheck/expr/infer.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fpcheck::expr {

/// What a subexpression stands for while names are resolved: a tensor, or something that only arguments can be.
struct value {
  enum class kind : std::uint8_t { tensor, list, string, none } what = kind::none;
  node_id node{};
  std::optional<std::int64_t> integer{}; ///< a tensor that is an integer known now
  std::string text{};                    ///< a string's contents; a dimension's name
  std::vector<value> items{};
};

class elaborator;

/// The arguments of one call, in the order of the function's parameters; `absent` where a default stands.
struct call_arguments {
  std::vector<value> values;
  std::vector<std::uint32_t> offsets;
  std::vector<std::pair<std::string, value>> open{}; ///< keywords of a function whose signature ends in `...`
};

/// A function written in C++: its parameters, and what makes its node.
struct builtin {
  std::string_view signature;
  value (*make)(elaborator&, const call_arguments&);
};

/// What `fpcheck functions` says of a function.
struct page {
  std::string_view name, shapes, example, summary;
};
/// All pages, in the order of the table.
std::span<const page> all_pages();
/// The page of `name`, or null.
const page* find_page(std::string_view name);

/// One parameter of a signature and the text of its default, if it has one.
struct parameter {
  std::string name;
  std::optional<std::string> fallback;
};

/// A function: its name and parameters, and one of the two ways to define it.
struct function {
  std::string name;
  std::vector<parameter> parameters;
  std::string signature;
  value (*make)(elaborator&, const call_arguments&) = nullptr;
  std::string body;
  bool open = false; ///< takes keywords of any name
};

/// The function called `name`, or that `name` is an alias of, or null.
const function* find_function(std::string_view name);
/// All of them.
const std::vector<function>& all_functions();
/// The functions written in C++; those that order and choose elements.
std::vector<builtin> builtins();
std::vector<builtin> selections();
/// The aliases, numpy's and torch's names, of a function.
std::vector<std::string> aliases_of(std::string_view name);
/// A name of `candidates` that may have been meant, or empty: at most one letter in three is wrong.
std::string close_name(const std::string& name, const std::vector<std::string>& candidates);

/// Turns syntax into graph nodes. The first error is kept, and everything after it yields an arbitrary node.
class elaborator {
public:
  elaborator(const syntax& tree, const environment& names, graph& into) : tree_(&tree), names_(names), nodes(into) {}

  result<node_id> run();

  /// Records an error at the call that is being elaborated.
  value error(std::string message, std::string hint = {});
  bool failed() const { return error_.has_value(); }

  // For builtins. Each checks its argument and records an error where it does not fit.
  node_id tensor(const call_arguments& a, std::size_t i);
  std::int64_t integer(const call_arguments& a, std::size_t i);
  std::string word(const call_arguments& a, std::size_t i);
  /// Axes of `x` given as None (all), an integer, or a list; normalised and sorted.
  std::vector<std::int64_t> axes(const call_arguments& a, std::size_t i, node_id x);
  std::int64_t axis(std::int64_t given, std::size_t rank);
  /// A list of extents; -1 stands for the rest.
  shape extents(const value& v);
  /// The extents of a tensor that is made of nothing, where -1 means nothing.
  shape made_extents(const value& v);
  bool need_rank(node_id x, std::size_t at_least, std::string_view what);
  bool need_square(node_id x, std::string_view what);
  value wrap(node_id n) const { return {.what = value::kind::tensor, .node = n}; }
  value wrap_integer(std::int64_t i);
  /// A list of numbers, or of equal lists of them, as a tensor; anything else as it is.
  value as_tensor(const value& v);
  /// `a OP b` with the shapes checked.
  value infix(std::string_view op, const value& a, const value& b);
  /// `a`, `b` or what stands for them as truth values, 0 or 1.
  value logical(std::string_view op, const value& a, const value& b);
  /// Evaluates `text` with the given names bound.
  value inline_text(const std::string& text, const std::vector<std::pair<std::string, value>>& bound);

private:
  value visit(syntax_id id);
  /// Records an error where a node has more elements than could ever be worked out.
  void check_sizes();
  value visit_name(const syntax_node& n);
  value visit_let(const syntax_node& n);
  value visit_call(const syntax_node& n);
  value visit_index(const syntax_node& n);
  value visit_attribute(const syntax_node& n);
  value call(const function& f, const syntax_node& n);
  value call_body(const function& f, const call_arguments& a);
  value index_tensor(node_id x, const std::vector<syntax_id>& items);
  bool index_slice(const syntax_node& item, std::int64_t size, std::vector<std::int64_t>& slice);
  std::optional<std::int64_t> bound(syntax_id id);
  value power(const value& a, const value& b);
  std::vector<std::string> known_names() const;

  const syntax* tree_;
  const environment& names_;
  std::vector<std::pair<std::string, value>> scope_;
  std::uint32_t offset_ = 0;
  int depth_ = 0;
  bool inside_function_ = false;
  std::optional<diagnostic> error_;

public:
  graph& nodes;
};

} // namespace fpcheck::expr
