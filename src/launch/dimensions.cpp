#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/word.hpp>

#include <algorithm>
#include <cctype>

namespace fpcheck::launch {

/// Recursive descent over the integer expressions of shapes and grids.
class expression_parser {
public:
  expression_parser(const word& w, const dimensions& names) : word_(w), names_(names) {}

  /// A sum; stops before what is no part of it.
  std::int64_t sum() {
    if (++depth_ > 64) return give_up("the expression is nested too deeply");
    std::int64_t left = product();
    for (char op = peek(); good() && (op == '+' || op == '-'); op = peek()) {
      const std::size_t place = at_++;
      left = apply(op, left, product(), place);
    }
    --depth_;
    return left;
  }
  /// Skips a separator if it is there.
  bool eat(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool at_end() { return peek() == '\0'; }
  bool good() const { return !error_; }
  std::optional<diagnostic> error() const { return error_; }
  std::int64_t give_up(const std::string& message, const std::string& hint = {}) {
    if (!error_) error_ = word_.error(message, hint, at_);
    return 0;
  }
  /// In shapes an `x` between two extents separates them.
  bool shape_mode = false;

private:
  char peek() {
    while (at_ < word_.text.size() && std::isspace(static_cast<unsigned char>(word_.text[at_]))) ++at_;
    return at_ < word_.text.size() ? word_.text[at_] : '\0';
  }
  std::int64_t product() {
    std::int64_t left = factor();
    for (char op = peek(); good() && (op == '*' || op == '/' || op == '%'); op = peek()) {
      const std::size_t place = at_++;
      left = apply(op, left, factor(), place);
    }
    return left;
  }
  std::int64_t factor() {
    const char c = peek();
    if (std::isdigit(static_cast<unsigned char>(c))) return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return name();
    if (c == '-') {
      const std::size_t place = at_++;
      if (++depth_ > 64) return give_up("the expression is nested too deeply");
      const std::int64_t value = factor();
      --depth_;
      return apply('-', 0, value, place);
    }
    if (!eat('('))
      return give_up(c == '\0' ? "a number or a dimension is missing here"
                               : "a number or a dimension is expected here");
    const std::int64_t value = sum();
    if (good() && !eat(')')) return give_up("')' is missing here");
    return value;
  }
  std::int64_t number() {
    std::int64_t value = 0;
    while (at_ < word_.text.size() && std::isdigit(static_cast<unsigned char>(word_.text[at_]))) {
      if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, word_.text[at_] - '0', &value))
        return give_up("the number is too large");
      ++at_;
    }
    return value;
  }
  std::int64_t name() {
    std::size_t end = at_;
    while (end < word_.text.size() && is_letter(word_.text[end])) ++end;
    const std::string run = word_.text.substr(at_, end - at_);
    if (end < word_.text.size() && word_.text[end] == '(') return call(run, end);
    // "NxC": of the prefixes that end before an x the longest that is a known name is meant.
    for (std::size_t length = run.size(); length > 0; --length) {
      if (length < run.size() && (!shape_mode || run[length] != 'x')) continue;
      if (const auto value = names_.find(run.substr(0, length))) {
        at_ += length;
        return *value;
      }
    }
    const std::string unknown = shape_mode ? run.substr(0, std::max<std::size_t>(run.find('x', 1), 1)) : run;
    const std::string near = nearest_name(unknown, names_.names());
    return give_up("no dimension is called '" + unknown + "'",
                   near.empty() ? "define it: " + unknown + "=4" : "did you mean '" + near + "'?");
  }
  std::int64_t call(const std::string& function, std::size_t bracket) {
    if (function != "cdiv" && function != "min" && function != "max")
      return give_up("no function is called '" + function + "'", "there are cdiv, min and max");
    const std::size_t place = at_;
    at_ = bracket + 1;
    const std::int64_t a = sum();
    if (good() && !eat(',')) return give_up("',' is missing here");
    const std::int64_t b = sum();
    if (good() && !eat(')')) return give_up("')' is missing here");
    if (function == "min") return std::min(a, b);
    if (function == "max") return std::max(a, b);
    const std::int64_t quotient = apply('/', a, b, place);
    return good() && quotient * b != a && (a > 0) == (b > 0) ? quotient + 1 : quotient;
  }
  std::int64_t apply(char op, std::int64_t a, std::int64_t b, std::size_t place) {
    if (!good()) return 0;
    std::int64_t out = 0;
    bool overflow = false;
    if (op == '+') overflow = __builtin_add_overflow(a, b, &out);
    if (op == '-') overflow = __builtin_sub_overflow(a, b, &out);
    if (op == '*') overflow = __builtin_mul_overflow(a, b, &out);
    if (op == '/' || op == '%') {
      if (b == 0 || (b == -1 && a == INT64_MIN)) {
        at_ = place;
        return give_up(b == 0 ? "division by zero" : "the result does not fit 64 bits");
      }
      out = op == '/' ? a / b : a % b;
    }
    if (overflow) {
      at_ = place;
      return give_up("the result does not fit 64 bits");
    }
    return out;
  }

  const word& word_;
  const dimensions& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::optional<diagnostic> error_;
};

void dimensions::define(const std::string& name, std::int64_t value) {
  for (entry& e : entries_)
    if (e.name == name) {
      e = {name, value, false};
      return;
    }
  entries_.push_back({name, value, false});
}

std::optional<std::int64_t> dimensions::find(const std::string& name) const {
  for (const entry& e : entries_)
    if (e.name == name) {
      e.used = true;
      return e.value;
    }
  return std::nullopt;
}

bool dimensions::used(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(), [&](const entry& e) { return e.name == name && e.used; });
}

dimension_names dimensions::names() const {
  dimension_names out;
  for (const entry& e : entries_) out.push_back(e.name);
  return out;
}

result<std::int64_t> dimensions::evaluate(const word& w) const {
  expression_parser parser(w, *this);
  const std::int64_t value = parser.sum();
  if (parser.good() && !parser.at_end()) parser.give_up("this does not belong to the expression");
  if (const auto error = parser.error()) return tl::unexpected(*error);
  return value;
}

result<std::vector<std::uint64_t>> dimensions::shape(const word& w) const {
  expression_parser parser(w, *this);
  parser.shape_mode = true;
  std::vector<std::uint64_t> out;
  do {
    const std::int64_t extent = parser.sum();
    if (parser.good() && extent < 0) parser.give_up("an extent is negative: " + std::to_string(extent));
    out.push_back(static_cast<std::uint64_t>(extent));
  } while (parser.good() && parser.eat('x'));
  if (parser.good() && !parser.at_end())
    parser.give_up("this does not belong to a shape", "write extents as 4x1024 or NxC");
  if (const auto error = parser.error()) return tl::unexpected(*error);
  return out;
}

} // namespace fpcheck::launch
