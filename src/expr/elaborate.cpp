#include "elaborator.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace fpcheck::expr {
namespace {

constexpr int depth_limit = 400;
constexpr std::size_t most_nodes = std::size_t{1} << 20; ///< a short text can come to very many

std::optional<std::int64_t> whole_number(const std::string& literal) {
  std::int64_t v = 0;
  const char* const end = literal.data() + literal.size();
  const auto [stop, error] = std::from_chars(literal.data(), end, v);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return v;
}

std::optional<std::int64_t> fold(std::string_view op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (op == "+" && !__builtin_add_overflow(a, b, &out)) return out;
  if (op == "-" && !__builtin_sub_overflow(a, b, &out)) return out;
  if (op == "*" && !__builtin_mul_overflow(a, b, &out)) return out;
  if (op == "//" && b > 0) return a / b - (a % b < 0 ? 1 : 0);
  if (op == "%" && b > 0) return a % b < 0 ? a % b + b : a % b;
  return std::nullopt;
}

} // namespace

result<node_id> elaborator::run() {
  const value v = as_tensor(visit(tree_->root));
  if (!error_ && v.what != value::kind::tensor) error("the expression is not a tensor");
  if (!error_) check_sizes();
  if (error_) return tl::unexpected<diagnostic>(std::move(*error_));
  return v.node;
}

void elaborator::check_sizes() {
  constexpr std::int64_t most = std::int64_t{1} << 40;
  for (std::size_t i = 0; i < nodes.size() && !error_; ++i)
    if (const shape& s = nodes.shape_of(static_cast<node_id>(i)); element_count(s) > most)
      error("a part of the expression has " + expr::text(s) + " elements", "no more than 2^40 can be worked out");
}

value elaborator::error(std::string message, std::string hint) {
  if (!error_) error_ = tree_->error_at(offset_, std::move(message), std::move(hint));
  return wrap(nodes.constant(0));
}

value elaborator::wrap_integer(std::int64_t i) {
  return {.what = value::kind::tensor, .node = nodes.constant(i), .integer = i};
}

std::vector<std::string> elaborator::known_names() const {
  std::vector<std::string> out;
  for (const auto& [name, v] : scope_) out.push_back(name);
  for (const auto& [name, s] : names_.tensors) out.push_back(name);
  for (const auto& [name, d] : names_.dimensions) out.push_back(name);
  for (const auto& [name, d] : names_.scalars) out.push_back(name);
  return out;
}

value elaborator::visit(syntax_id id) {
  if (error_) return wrap(nodes.constant(0));
  const syntax_node& n = (*tree_)[id];
  const std::uint32_t outer = offset_;
  if (!inside_function_) offset_ = n.offset;
  if (++depth_ > depth_limit) return error("the expression is nested too deeply");
  if (nodes.size() > most_nodes) return error("the expression comes to more than " + std::to_string(most_nodes) + " operations", "take it apart");
  value out;
  switch (n.kind) {
  case syntax_kind::number:
    out = wrap(nodes.constant(n.text));
    if (out.integer = whole_number(n.text); out.integer) out.node = nodes.constant(*out.integer);
    break;
  case syntax_kind::name: out = visit_name(n); break;
  case syntax_kind::string: out = {.what = value::kind::string, .text = n.text}; break;
  case syntax_kind::prefix: {
    const value x = visit(n.children[0]);
    out = n.text == "+" ? x : n.text == "not" ? logical("not", x, x) : infix("neg", x, x);
    break;
  }
  case syntax_kind::infix: {
    const value a = visit(n.children[0]), b = visit(n.children[1]);
    out = n.text == "and" || n.text == "or" ? logical(n.text, a, b) : infix(n.text, a, b);
    break;
  }
  case syntax_kind::call: out = visit_call(n); break;
  case syntax_kind::attribute: out = visit_attribute(n); break;
  case syntax_kind::index: out = visit_index(n); break;
  case syntax_kind::newaxis: out = {.what = value::kind::none}; break;
  case syntax_kind::list:
    out.what = value::kind::list;
    for (const syntax_id c : n.children) out.items.push_back(visit(c));
    break;
  case syntax_kind::let: out = visit_let(n); break;
  case syntax_kind::slice:
  case syntax_kind::absent:
  case syntax_kind::ellipsis: out = error("this can stand only inside an index"); break;
  }
  --depth_;
  offset_ = outer;
  return out;
}

value elaborator::visit_name(const syntax_node& n) {
  for (std::size_t i = scope_.size(); i-- > 0;)
    if (scope_[i].first == n.text) return scope_[i].second;
  if (const auto t = names_.tensors.find(n.text); t != names_.tensors.end()) return wrap(nodes.input(n.text, t->second));
  if (const auto d = names_.dimensions.find(n.text); d != names_.dimensions.end()) {
    value v = wrap_integer(d->second);
    v.text = n.text;
    return v;
  }
  if (const auto s = names_.scalars.find(n.text); s != names_.scalars.end()) return wrap(nodes.constant(s->second));
  if (n.text == "pi" || n.text == "inf" || n.text == "nan") return wrap(nodes.constant(n.text));
  if (n.text == "true" || n.text == "True") return wrap_integer(1);
  if (n.text == "false" || n.text == "False") return wrap_integer(0);
  if (find_function(n.text) != nullptr) return error("'" + n.text + "' is a function", "write " + find_function(n.text)->signature);
  const std::string near = close_name(n.text, known_names());
  return error("unknown name '" + n.text + "'", near.empty() ? "" : "did you mean '" + near + "'?");
}

value elaborator::visit_let(const syntax_node& n) {
  value bound = visit(n.children[0]);
  if (error_) return bound;
  if (bound.what == value::kind::tensor && !inside_function_) {
    if (const auto r = names_.round.find(n.text); r != names_.round.end()) bound.node = nodes.cast(operation::narrow, bound.node, r->second);
    if (nodes[bound.node].op != operation::constant && nodes[bound.node].op != operation::input) nodes.set_name(bound.node, n.text);
  }
  scope_.emplace_back(n.text, bound);
  const value out = visit(n.children[1]);
  scope_.pop_back();
  return out;
}

value elaborator::visit_call(const syntax_node& n) {
  const function* f = find_function(n.text);
  if (f == nullptr) {
    const auto known = known_names();
    if (std::find(known.begin(), known.end(), n.text) != known.end()) return error("'" + n.text + "' is a value, not a function", "write " + n.text + "[...] for elements, " + n.text + " * (...) for a product");
    const std::string near = close_name(n.text, function_names());
    return error("unknown function '" + n.text + "'", near.empty() ? "fpcheck functions lists them" : "did you mean '" + near + "'?");
  }
  // np.exp(x) is read as exp(np, x).
  const std::string first = n.children.empty() || (*tree_)[n.children[0]].kind != syntax_kind::name ? "" : (*tree_)[n.children[0]].text;
  const auto known = known_names();
  const bool module = first == "np" || first == "numpy" || first == "torch" || first == "jnp" || first == "F" || first == "math";
  const bool unknown_name = std::find(known.begin(), known.end(), first) == known.end();
  if (module && (unknown_name || n.children.size() > f->parameters.size()))
    return error("functions are written without a module", "write " + n.text + "(...)");
  return call(*f, n);
}

namespace {

/// torch's words for parameters that numpy, and this language, call otherwise.
std::string parameter_name(const function& f, const std::string& given) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {{"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"}, {"other", "b"}, {"dtype", "format"}, {"weight", "gamma"}, {"bias", "beta"}};
  const auto has = [&f](std::string_view name) { return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const parameter& p) { return p.name == name; }); };
  if (!has(given))
    for (const auto& [theirs, ours] : words)
      if (given == theirs && has(ours)) return std::string(ours);
  return given;
}

} // namespace

value elaborator::call(const function& f, const syntax_node& n) {
  std::vector<std::optional<value>> given(f.parameters.size());
  call_arguments a;
  a.offsets.assign(f.parameters.size(), n.offset);
  for (std::size_t i = 0; i < n.children.size(); ++i) {
    std::size_t slot = i;
    if (!n.keywords[i].empty()) {
      const std::string word = parameter_name(f, n.keywords[i]);
      const auto at = std::find_if(f.parameters.begin(), f.parameters.end(), [&](const parameter& p) { return p.name == word; });
      if (at == f.parameters.end() && f.open) {
        a.open.emplace_back(word, as_tensor(visit(n.children[i])));
        continue;
      }
      if (at == f.parameters.end()) return error("'" + f.name + "' has no parameter '" + n.keywords[i] + "'", "its form is " + f.signature);
      slot = static_cast<std::size_t>(at - f.parameters.begin());
    }
    if (slot >= given.size()) return error("too many arguments for '" + f.name + "'", "its form is " + f.signature);
    if (given[slot]) return error("'" + f.name + "' is given '" + f.parameters[slot].name + "' twice");
    given[slot] = visit(n.children[i]);
    a.offsets[slot] = (*tree_)[n.children[i]].offset;
  }
  if (error_) return wrap(nodes.constant(0));
  std::vector<std::pair<std::string, value>> before;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i] && !f.parameters[i].fallback)
      return error("'" + f.name + "' needs its argument '" + f.parameters[i].name + "'", "its form is " + f.signature);
    if (!given[i]) given[i] = inline_text(*f.parameters[i].fallback, before);
    before.emplace_back(f.parameters[i].name, *given[i]);
    a.values.push_back(*given[i]);
  }
  if (error_) return wrap(nodes.constant(0));
  return f.make != nullptr ? f.make(*this, a) : call_body(f, a);
}

value elaborator::inline_text(const std::string& text, const std::vector<std::pair<std::string, value>>& bound) {
  const auto tree = parse(text);
  if (!tree) return error("internal: " + tree.error().message);
  const syntax* const outer_tree = tree_;
  auto outer_scope = std::move(scope_);
  scope_ = bound;
  const bool outer_inside = std::exchange(inside_function_, true);
  tree_ = &*tree;
  const bool clean = !error_;
  const value out = visit(tree->root);
  tree_ = outer_tree;
  scope_ = std::move(outer_scope);
  inside_function_ = outer_inside;
  // An error inside a function's body is the caller's: it is shown where the call stands.
  if (clean && error_ && !inside_function_) {
    diagnostic d = tree_->error_at(offset_, error_->message, error_->hint);
    error_ = std::move(d);
  }
  return out;
}

value elaborator::call_body(const function& f, const call_arguments& a) {
  std::vector<std::pair<std::string, value>> bound;
  std::vector<node_id> tensors;
  std::string detail;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    const bool option = f.parameters[i].fallback.has_value();
    const value v = option ? a.values[i] : as_tensor(a.values[i]); // an option may be a list of axes
    bound.emplace_back(f.parameters[i].name, v);
    if (v.what == value::kind::tensor && (!option || (!v.integer && nodes[v.node].op != operation::constant))) {
      tensors.push_back(v.node);
    } else if (v.what == value::kind::tensor) {
      const std::string shown = nodes[v.node].name;
      if (shown != f.parameters[i].fallback) detail += ", " + f.parameters[i].name + "=" + shown;
    }
  }
  const value body = inline_text(f.body, bound);
  if (error_ || body.what != value::kind::tensor) return body;
  if (family(nodes[body.node].op) == operation_family::leaf) return body;
  return wrap(nodes.composite(f.name, std::move(tensors), std::move(detail), body.node));
}

value elaborator::visit_attribute(const syntax_node& n) {
  const value x = as_tensor(visit(n.children[0]));
  if (error_) return x;
  if (x.what != value::kind::tensor) return error("'." + n.text + "' needs a tensor");
  if (n.text == "T" || n.text == "mT") return wrap(nodes.transpose(x.node));
  if (n.text == "shape") return inline_text("extents(x)", {{"x", x}});
  return error("unknown attribute '." + n.text + "'", "there are .T, which swaps the last two axes, and .shape");
}

value elaborator::power(const value& a, const value& b) {
  if (a.integer && b.integer && *b.integer >= 0 && *b.integer < 64) {
    std::optional<std::int64_t> p = 1;
    for (std::int64_t i = 0; i < *b.integer && p; ++i) p = fold("*", *p, *a.integer);
    if (p) return wrap_integer(*p);
  }
  if (b.integer && *b.integer >= -64 && *b.integer <= 64) return wrap(nodes.powi(a.node, *b.integer));
  return wrap(nodes.binary(operation::pow, a.node, b.node));
}

value elaborator::as_tensor(const value& v) {
  if (error_ || v.what != value::kind::list) return v;
  std::vector<node_id> parts;
  for (const value& item : v.items) {
    const value x = as_tensor(item);
    if (x.what != value::kind::tensor) return error("a list is a tensor only if it holds numbers, or lists of them");
    if (!parts.empty() && !same_sizes(nodes.shape_of(parts[0]), nodes.shape_of(x.node))) return error("the rows of a list of lists differ in length: " + expr::text(nodes.shape_of(parts[0])) + " and " + expr::text(nodes.shape_of(x.node)));
    parts.push_back(x.node);
  }
  if (error_) return v;
  if (parts.empty()) return wrap(nodes.full({{0, ""}}, "0"));
  shape one = nodes.shape_of(parts[0]);
  one.insert(one.begin(), {1, ""});
  for (node_id& p : parts) p = nodes.reshape(p, one);
  return wrap(nodes.concat(std::move(parts), 0));
}

value elaborator::logical(std::string_view op, const value& left, const value& right) {
  const value a = as_tensor(left), b = as_tensor(right);
  if (error_) return a;
  if (a.what != value::kind::tensor || b.what != value::kind::tensor) return error("'" + std::string(op) + "' needs tensors");
  if (a.integer && b.integer) return wrap_integer(op == "not" ? *a.integer == 0 : op == "and" ? *a.integer != 0 && *b.integer != 0 : *a.integer != 0 || *b.integer != 0);
  if (!broadcast_shapes(nodes.shape_of(a.node), nodes.shape_of(b.node))) return error("shapes " + expr::text(nodes.shape_of(a.node)) + " and " + expr::text(nodes.shape_of(b.node)) + " do not broadcast for '" + std::string(op) + "'");
  const node_id zero = nodes.constant(0), one = nodes.constant(1);
  const node_id no_a = nodes.binary(operation::eq, a.node, zero), no_b = nodes.binary(operation::eq, b.node, zero);
  if (op == "not") return wrap(no_a);
  if (op == "or") return wrap(nodes.sub(one, nodes.mul(no_a, no_b)));
  return wrap(nodes.mul(nodes.sub(one, no_a), nodes.sub(one, no_b)));
}

value elaborator::infix(std::string_view op, const value& left, const value& right) {
  if (error_) return left;
  const value a = as_tensor(left), b = as_tensor(right);
  if (error_) return a;
  if (a.what != value::kind::tensor || b.what != value::kind::tensor) return error("'" + std::string(op) + "' needs tensors on both sides");
  if (op == "neg") {
    const auto negated = a.integer ? fold("-", 0, *a.integer) : std::nullopt;
    return negated ? wrap_integer(*negated) : wrap(nodes.neg(a.node));
  }
  if (a.integer && b.integer)
    if (const auto i = fold(op, *a.integer, *b.integer)) return wrap_integer(*i);
  const shape &sa = nodes.shape_of(a.node), &sb = nodes.shape_of(b.node);
  if (op == "@") {
    if (!matmul_shape(sa, sb)) return error("cannot multiply " + expr::text(sa) + " @ " + expr::text(sb), "the inner extents must agree");
    return wrap(nodes.matmul(a.node, b.node));
  }
  if (!broadcast_shapes(sa, sb)) return error("shapes " + expr::text(sa) + " and " + expr::text(sb) + " do not broadcast for '" + std::string(op) + "'");
  if (op == "+") return wrap(nodes.add(a.node, b.node));
  if (op == "-") return wrap(nodes.sub(a.node, b.node));
  if (op == "*") return wrap(nodes.mul(a.node, b.node));
  if (op == "/") return wrap(nodes.div(a.node, b.node));
  if (op == "^") return power(a, b);
  if (op == "<") return wrap(nodes.binary(operation::lt, a.node, b.node));
  if (op == ">") return wrap(nodes.binary(operation::lt, b.node, a.node));
  if (op == "<=") return wrap(nodes.binary(operation::le, a.node, b.node));
  if (op == ">=") return wrap(nodes.binary(operation::le, b.node, a.node));
  if (op == "==") return wrap(nodes.binary(operation::eq, a.node, b.node));
  if (op == "!=") return wrap(nodes.sub(nodes.constant(1), nodes.binary(operation::eq, a.node, b.node)));
  const node_id quotient = nodes.unary(operation::floor, nodes.div(a.node, b.node));
  if (op == "//") return wrap(quotient);
  return wrap(nodes.sub(a.node, nodes.mul(quotient, b.node)));
}

std::optional<std::int64_t> elaborator::bound(syntax_id id) {
  if ((*tree_)[id].kind == syntax_kind::absent) return std::nullopt;
  const value v = visit(id);
  if (!v.integer) error("the bounds of a slice are integers known beforehand");
  return v.integer.value_or(0);
}

bool elaborator::index_slice(const syntax_node& item, std::int64_t size, std::vector<std::int64_t>& slice) {
  const auto start = bound(item.children[0]), stop = bound(item.children[1]), step = bound(item.children[2]);
  if (error_) return false;
  if (step && *step < 0 && !start && !stop && *step == -1) return slice.insert(slice.end(), {0, size, -1}), true;
  if (step && *step <= 0) return error("the step of a slice must be positive", "use flip(x, axis) to reverse"), false;
  const auto clamp = [size](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + size : i, 0, size); };
  slice.insert(slice.end(), {clamp(start.value_or(0)), clamp(stop.value_or(size)), std::min(step.value_or(1), std::max<std::int64_t>(size, 1))});
  return true;
}

value elaborator::visit_index(const syntax_node& n) {
  const value x = visit(n.children[0]);
  if (error_) return x;
  const syntax_kind first = n.children.size() == 2 ? (*tree_)[n.children[1]].kind : syntax_kind::slice;
  const bool element = first != syntax_kind::slice && first != syntax_kind::ellipsis && first != syntax_kind::newaxis;
  if (x.what == value::kind::list && !element) return index_tensor(as_tensor(x).node, std::vector<syntax_id>(n.children.begin() + 1, n.children.end()));
  if (x.what == value::kind::list) {
    const value i = visit(n.children[1]);
    if (n.children.size() != 2 || !i.integer || *i.integer < 0 || *i.integer >= static_cast<std::int64_t>(x.items.size()))
      return error("a list is indexed by one integer within it");
    return x.items[static_cast<std::size_t>(*i.integer)];
  }
  if (x.what != value::kind::tensor) return error("only tensors and lists have elements");
  return index_tensor(x.node, std::vector<syntax_id>(n.children.begin() + 1, n.children.end()));
}

value elaborator::index_tensor(node_id x, const std::vector<syntax_id>& items) {
  const auto consumes = [this](syntax_id i) { return (*tree_)[i].kind != syntax_kind::newaxis && (*tree_)[i].kind != syntax_kind::ellipsis; };
  const auto consumed = static_cast<std::size_t>(std::count_if(items.begin(), items.end(), consumes));
  if (consumed > nodes.rank(x)) return error("too many indices for " + expr::text(nodes.shape_of(x)));
  std::vector<std::int64_t> slice;
  shape dims;
  std::size_t axis = 0;
  const auto keep = [&](std::size_t count) {
    for (; count > 0; --count, ++axis) {
      slice.insert(slice.end(), {0, nodes.extent(x, axis), 1});
      dims.push_back(nodes.shape_of(x)[axis]);
    }
  };
  for (const syntax_id id : items) {
    const syntax_node& item = (*tree_)[id];
    if (item.kind == syntax_kind::newaxis) {
      dims.push_back({1, ""});
    } else if (item.kind == syntax_kind::ellipsis) {
      keep(nodes.rank(x) - consumed);
    } else if (item.kind == syntax_kind::slice) {
      if (!index_slice(item, nodes.extent(x, axis), slice)) return wrap(x);
      const std::size_t s = slice.size() - 3;
      if (slice[s + 2] == -1) x = nodes.flip(x, static_cast<std::int64_t>(axis)), slice[s + 2] = 1; // the whole axis backwards
      const std::int64_t size = std::max<std::int64_t>(0, (slice[s + 1] - slice[s] + slice[s + 2] - 1) / slice[s + 2]);
      dims.push_back(size == nodes.extent(x, axis) ? nodes.shape_of(x)[axis] : dimension{size, ""});
      ++axis;
    } else {
      const value v = as_tensor(visit(id));
      if (error_) return v;
      if (!v.integer && v.what == value::kind::tensor && items.size() == 1) return wrap(nodes.gather(x, v.node));
      if (!v.integer) return error("an index is an integer, a slice, None or '...'", "x[ids] with a tensor of integers gathers rows");
      const std::int64_t size = nodes.extent(x, axis), i = *v.integer < 0 ? *v.integer + size : *v.integer;
      if (i < 0 || i >= size) return error("index " + std::to_string(*v.integer) + " is outside an axis of " + std::to_string(size));
      slice.insert(slice.end(), {i, i + 1, 1});
      ++axis;
    }
  }
  keep(nodes.rank(x) - axis);
  return wrap(nodes.reshape(nodes.slice(x, std::move(slice)), std::move(dims)));
}

result<node_id> infer(const syntax& tree, const environment& names, graph& into) { return elaborator(tree, names, into).run(); }

result<program> infer(const syntax& tree, const environment& names) {
  program out;
  auto root = infer(tree, names, out.nodes);
  if (!root) return tl::unexpected<diagnostic>(std::move(root.error()));
  out.root = *root;
  return out;
}

result<program> infer(std::string_view text, const environment& names) {
  auto tree = parse(text);
  if (!tree) return tl::unexpected<diagnostic>(std::move(tree.error()));
  return infer(*tree, names);
}

} // namespace fpcheck::expr
