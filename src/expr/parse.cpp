#include "lexer.hpp"

#include <fpcheck/expr/syntax.hpp>

#include <algorithm>
#include <optional>

namespace fpcheck::expr {

diagnostic syntax::error_at(std::uint32_t offset, std::string message, std::string hint) const {
  const std::size_t at = std::min<std::size_t>(offset, text.size());
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  diagnostic d;
  d.message = std::move(message);
  d.where.file = "expression";
  d.where.line = 1 + static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
  d.where.column = static_cast<std::uint32_t>(at - begin + 1);
  d.excerpt = text.substr(begin, end - begin);
  d.hint = std::move(hint);
  return d;
}

namespace {

/// Recursive descent, one function a precedence level. The first error is kept; after it every function returns at once.
class parser {
public:
  parser(std::string_view text, std::vector<token> tokens) : tokens_(std::move(tokens)) { tree_.text = std::string(text); }

  result<syntax> run() {
    tree_.root = program();
    if (!error_ && !at_end()) unexpected("an operator or the end of the expression");
    if (error_) return tl::unexpected<diagnostic>(std::move(*error_));
    return std::move(tree_);
  }

private:
  static constexpr int depth_limit = 200;

  const token& now() const { return tokens_[at_]; }
  const token& next() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool at_end() const { return now().kind == token_kind::end; }
  bool is(std::string_view s) const { return now().kind == token_kind::symbol && now().text == s; }
  bool is_word(std::string_view s) const { return now().kind == token_kind::name && now().text == s; }
  void advance() {
    if (!at_end()) ++at_;
  }
  bool accept(std::string_view s) {
    if (!is(s)) return false;
    advance();
    return true;
  }
  void expect(std::string_view s, std::string_view what) {
    if (!error_ && !accept(s)) unexpected("'" + std::string(s) + "' " + std::string(what));
  }
  void unexpected(const std::string& wanted) {
    if (error_) return;
    const std::string got = at_end() ? "the end" : "'" + now().text + "'";
    error_ = tree_.error_at(now().offset, "expected " + wanted + ", found " + got);
  }

  syntax_id make(syntax_kind kind, std::string text, std::vector<syntax_id> children, std::uint32_t offset) {
    tree_.nodes.push_back({kind, std::move(text), std::move(children), {}, offset});
    return static_cast<syntax_id>(tree_.nodes.size() - 1);
  }
  std::uint32_t offset_of(syntax_id id) const { return tree_[id].offset; }

  syntax_id program() {
    const std::uint32_t offset = now().offset;
    const bool let = is_word("let") && next().kind == token_kind::name;
    if (let) advance();
    if (!let && !(now().kind == token_kind::name && next().kind == token_kind::symbol && next().text == "=")) return expression();
    const std::string name = now().text;
    advance();
    expect("=", "after the name of a let-binding");
    const syntax_id value = expression();
    if (is_word("in")) {
      advance();
    } else {
      expect(";", "or 'in' after a let-binding");
    }
    if (error_) return value;
    if (++depth_ > depth_limit) return too_deep();
    const syntax_id body = program();
    --depth_;
    return make(syntax_kind::let, name, {value, body}, offset);
  }

  syntax_id too_deep() {
    if (!error_) error_ = tree_.error_at(now().offset, "the expression is nested deeper than " + std::to_string(depth_limit) + " levels");
    return make(syntax_kind::absent, "", {}, now().offset);
  }

  syntax_id expression() {
    if (error_ || ++depth_ > depth_limit) return too_deep();
    const syntax_id out = disjunction();
    --depth_;
    return out;
  }

  syntax_id word_operator(syntax_id left, const char* word, syntax_id (parser::*operand)()) {
    while (!error_ && is_word(word)) {
      advance();
      left = make(syntax_kind::infix, word, {left, (this->*operand)()}, offset_of(left));
    }
    return left;
  }
  syntax_id disjunction() { return word_operator(conjunction(), "or", &parser::conjunction); }
  syntax_id conjunction() { return word_operator(negation(), "and", &parser::negation); }

  syntax_id negation() {
    if (!is_word("not")) return comparison();
    const token t = now();
    advance();
    if (error_ || ++depth_ > depth_limit) return too_deep();
    const syntax_id operand = negation();
    --depth_;
    return make(syntax_kind::prefix, "not", {operand}, t.offset);
  }

  std::string comparison_here() const {
    for (const std::string_view op : {"<=", ">=", "==", "!=", "<", ">"})
      if (is(op)) return std::string(op);
    return {};
  }

  /// `a < b < c` is `a < b and b < c`.
  syntax_id comparison() {
    syntax_id left = sum(), out = left;
    for (bool first = true; !error_; first = false) {
      const std::string op = comparison_here();
      if (op.empty()) break;
      advance();
      const syntax_id right = sum(), one = make(syntax_kind::infix, op, {left, right}, offset_of(left));
      out = first ? one : make(syntax_kind::infix, "and", {out, one}, offset_of(out));
      left = right;
    }
    return out;
  }

  syntax_id sum() {
    syntax_id left = product();
    while (!error_ && (is("+") || is("-"))) {
      std::string op = now().text;
      advance();
      left = make(syntax_kind::infix, std::move(op), {left, product()}, offset_of(left));
    }
    return left;
  }

  syntax_id product() {
    syntax_id left = prefix();
    while (!error_ && (is("*") || is("/") || is("@") || is("//") || is("%"))) {
      std::string op = now().text;
      advance();
      left = make(syntax_kind::infix, std::move(op), {left, prefix()}, offset_of(left));
    }
    return left;
  }

  syntax_id prefix() {
    if (is("-") || is("+")) {
      const token t = now();
      advance();
      if (error_ || ++depth_ > depth_limit) return too_deep();
      const syntax_id operand = prefix();
      --depth_;
      return make(syntax_kind::prefix, t.text, {operand}, t.offset);
    }
    return power();
  }

  syntax_id power() {
    const syntax_id base = postfix();
    if (error_ || !(is("^") || is("**"))) return base;
    advance();
    // The exponent binds to the right and may carry a sign: 2^-3, a^b^c = a^(b^c).
    return make(syntax_kind::infix, "^", {base, prefix()}, offset_of(base));
  }

  syntax_id postfix() {
    syntax_id value = primary();
    while (!error_) {
      if (accept(".")) {
        value = member(value);
      } else if (is("[")) {
        value = index(value);
      } else {
        break;
      }
    }
    return value;
  }

  /// `.T`, or `.sum(axis=1)`, which is `sum(value, axis=1)`.
  syntax_id member(syntax_id value) {
    if (now().kind != token_kind::name) {
      unexpected("an attribute name after '.'");
      return value;
    }
    std::string name = now().text;
    advance();
    if (!is("(")) return make(syntax_kind::attribute, std::move(name), {value}, offset_of(value));
    return arguments(std::move(name), {value}, offset_of(value));
  }

  syntax_id arguments(std::string function, std::vector<syntax_id> children, std::uint32_t offset) {
    std::vector<std::string> keywords(children.size());
    expect("(", "");
    while (!error_ && !is(")")) {
      std::string keyword;
      if (now().kind == token_kind::name && next().kind == token_kind::symbol && next().text == "=") {
        keyword = now().text;
        advance();
        advance();
      }
      keywords.push_back(std::move(keyword));
      children.push_back(expression());
      if (!accept(",")) break;
    }
    expect(")", "to close the arguments of '" + function + "'");
    const syntax_id id = make(syntax_kind::call, std::move(function), std::move(children), offset);
    tree_.nodes.back().keywords = std::move(keywords);
    return id;
  }

  syntax_id index(syntax_id value) {
    std::vector<syntax_id> children{value};
    expect("[", "");
    do {
      if (is("]")) break;
      children.push_back(index_item());
    } while (!error_ && accept(","));
    expect("]", "to close the index");
    return make(syntax_kind::index, "", std::move(children), offset_of(value));
  }

  syntax_id index_item() {
    const std::uint32_t offset = now().offset;
    if (accept("...")) return make(syntax_kind::ellipsis, "...", {}, offset);
    const auto bound = [&] {
      return is(":") || is(",") || is("]") ? make(syntax_kind::absent, "", {}, now().offset) : expression();
    };
    const syntax_id first = bound();
    if (!is(":")) return first;
    std::vector<syntax_id> children{first};
    while (children.size() < 3 && accept(":")) children.push_back(bound());
    while (children.size() < 3) children.push_back(make(syntax_kind::absent, "", {}, now().offset));
    return make(syntax_kind::slice, ":", std::move(children), offset);
  }

  syntax_id primary() {
    const token t = now();
    if (t.kind == token_kind::number) return advance(), make(syntax_kind::number, t.text, {}, t.offset);
    if (t.kind == token_kind::string) return advance(), make(syntax_kind::string, t.text, {}, t.offset);
    if (t.kind == token_kind::name) {
      advance();
      if (is("(")) return arguments(t.text, {}, t.offset);
      if (t.text == "None" || t.text == "newaxis") return make(syntax_kind::newaxis, t.text, {}, t.offset);
      return make(syntax_kind::name, t.text, {}, t.offset);
    }
    if (accept("(")) return sequence(")", t.offset);
    if (accept("[")) return sequence("]", t.offset);
    unexpected("a value");
    return make(syntax_kind::absent, "", {}, t.offset);
  }

  /// `(a)` is `a`; `(a, b)`, `(a,)`, `()` and everything in brackets is a list.
  syntax_id sequence(std::string_view close, std::uint32_t offset) {
    std::vector<syntax_id> children;
    bool list = close == "]";
    while (!error_ && !is(close)) {
      children.push_back(expression());
      if (!accept(",")) break;
      list = true;
    }
    expect(close, close == ")" ? "to close the parenthesis" : "to close the list");
    if (!list && children.size() == 1) return children[0];
    return make(syntax_kind::list, std::string(close), std::move(children), offset);
  }

  std::vector<token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  syntax tree_;
  std::optional<diagnostic> error_;
};

void collect(const syntax& tree, syntax_id id, std::vector<std::string>& bound, std::vector<std::string>& out) {
  const syntax_node& n = tree[id];
  const auto has = [](const std::vector<std::string>& v, const std::string& s) { return std::find(v.begin(), v.end(), s) != v.end(); };
  if (n.kind == syntax_kind::name && !has(bound, n.text) && !has(out, n.text)) out.push_back(n.text);
  for (std::size_t i = 0; i < n.children.size(); ++i) {
    const bool inside = n.kind == syntax_kind::let && i == 1;
    if (inside) bound.push_back(n.text);
    collect(tree, n.children[i], bound, out);
    if (inside) bound.pop_back();
  }
}

} // namespace

result<syntax> parse(std::string_view text) {
  constexpr std::size_t most = std::size_t{1} << 20;
  if (text.size() > most) return fail("the expression has " + std::to_string(text.size()) + " characters, and at most " + std::to_string(most) + " are read", {"expression"}, "give long lists as a tensor: NAME=@FILE.npy");
  auto tokens = tokenize(text);
  if (!tokens) return tl::unexpected<diagnostic>(std::move(tokens.error()));
  return parser(text, std::move(*tokens)).run();
}

std::vector<std::string> free_names(const syntax& tree) {
  std::vector<std::string> bound{"pi", "inf", "nan", "true", "false", "True", "False"}, out;
  collect(tree, tree.root, bound, out);
  return out;
}

} // namespace fpcheck::expr
