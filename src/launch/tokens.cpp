#include "tokens.hpp"

#include <fpcheck/base/letters.hpp>

#include <cctype>
#include <map>
#include <set>

namespace fpcheck::launch {
namespace {

bool starts_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// A `#define` of the file.
struct macro {
  bool function_like = false;
  std::vector<std::string> parameters;
  std::vector<token> body;
};

/// Cuts text into tokens, line by line for directives.
class lexer {
public:
  explicit lexer(std::string_view text) : text_(text) {}

  std::vector<token> run() {
    constexpr std::size_t most = std::size_t{1} << 20; // more than any source has, and a bound for what is made to fill the memory
    std::vector<token> out;
    while (at_ < text_.size() && out.size() < most) {
      const char c = text_[at_];
      if (c == '\n') {
        advance(1);
        line_start_ = true;
      } else if (std::isspace(static_cast<unsigned char>(c)) || (c == '\\' && next() == '\n')) {
        advance(1);
      } else if (c == '/' && (next() == '/' || next() == '*')) {
        skip_comment();
      } else if (c == '#' && line_start_) {
        directive();
      } else {
        line_start_ = false;
        token t = one();
        if (skipping_ == 0) out.push_back(std::move(t));
      }
    }
    return out;
  }
  std::map<std::string, macro> macros;

private:
  char next() const { return at_ + 1 < text_.size() ? text_[at_ + 1] : '\0'; }
  void advance(std::size_t n) {
    for (; n > 0 && at_ < text_.size(); --n, ++at_) {
      if (text_[at_] == '\n') {
        ++line_;
        column_ = 1;
      } else {
        ++column_;
      }
    }
  }
  void skip_comment() {
    const bool block = next() == '*';
    if (block) {
      const std::size_t end = text_.find("*/", at_ + 2);
      advance((end == std::string_view::npos ? text_.size() : end + 2) - at_);
      return;
    }
    while (at_ < text_.size() && text_[at_] != '\n') advance(text_[at_] == '\\' ? 2 : 1);
  }
  /// A string or character literal; its contents do not matter.
  void skip_quoted(char quote) {
    advance(1);
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') advance(text_[at_] == '\\' ? 2 : 1);
    advance(1);
  }
  void skip_raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos) return advance(text_.size() - at_);
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t end = text_.find(close, open);
    advance((end == std::string_view::npos ? text_.size() : end + close.size()) - at_);
  }
  token one() {
    token t{"", line_, column_};
    const char c = text_[at_];
    if (c == 'R' && next() == '"') {
      skip_raw_string();
      t.text = "\"\"";
    } else if (c == '"' || c == '\'') {
      skip_quoted(c);
      t.text = "\"\"";
    } else if (starts_identifier(c) || std::isdigit(static_cast<unsigned char>(c))) {
      const bool number = !starts_identifier(c);
      while (at_ < text_.size() &&
             (is_letter(text_[at_]) || (number && (text_[at_] == '.' || text_[at_] == '\'')))) {
        t.text += text_[at_];
        advance(1);
      }
    } else {
      t.text = c;
      if ((c == ':' && next() == ':') || (c == '-' && next() == '>') || (c == '#' && next() == '#')) t.text += next();
      advance(t.text.size());
    }
    return t;
  }
  /// The text of a directive's logical line, and past it.
  std::string logical_line() {
    std::string out;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\' && next() == '\n') {
        advance(2);
        out += ' ';
      } else if (text_[at_] == '/' && next() == '*') {
        skip_comment();
        out += ' ';
      } else if (text_[at_] == '/' && next() == '/') {
        skip_comment();
      } else {
        out += text_[at_];
        advance(1);
      }
    }
    return out;
  }
  void directive() {
    const std::uint32_t line = line_;
    advance(1);
    const std::string content = logical_line();
    lexer words(content);
    words.line_start_ = false;
    const std::vector<token> tokens = words.run();
    if (tokens.empty()) return;
    const std::string& word = tokens[0].text;
    if (word == "if" || word == "ifdef" || word == "ifndef") {
      const bool zero = word == "if" && tokens.size() == 2 && (tokens[1].is("0") || tokens[1].is("false"));
      if (skipping_ > 0 || zero) ++skipping_;
    } else if (word == "endif" && skipping_ > 0) {
      --skipping_;
    } else if ((word == "else" || word == "elif") && skipping_ == 1) {
      skipping_ = 0;
    } else if (word == "define" && skipping_ == 0 && tokens.size() > 1) {
      define(content, tokens, line);
    }
  }
  void define(const std::string& content, const std::vector<token>& tokens, std::uint32_t line) {
    macro m;
    std::size_t body = 2;
    const std::string& name = tokens[1].text;
    const std::size_t end = content.find(name, content.find("define") + 6) + name.size();
    if (end < content.size() && content[end] == '(') { // a bracket right after the name makes it function-like
      m.function_like = true;
      body = std::min(after_bracket(tokens, 2), tokens.size());
      for (std::size_t i = 3; i + 1 < body; ++i)
        if (tokens[i].is_identifier()) m.parameters.push_back(tokens[i].text);
    }
    m.body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(std::min(body, tokens.size())), tokens.end());
    for (token& t : m.body) t.line = line;
    constexpr std::size_t most_parameters = 256; // as compilers have it
    if (m.parameters.size() <= most_parameters) macros[name] = std::move(m);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1, column_ = 1;
  bool line_start_ = true;
  int skipping_ = 0;
};

/// Replaces macros; a macro is not replaced inside its own expansion.
class expander {
public:
  explicit expander(const std::map<std::string, macro>& macros) : macros_(macros) {}

  std::vector<token> run(const std::vector<token>& in) {
    std::vector<token> out;
    for (std::size_t i = 0; i < in.size() && out.size() < limit;) i = step(in, i, out);
    return out;
  }

private:
  static constexpr std::size_t limit = std::size_t{1} << 18; ///< a hostile file must not fill the memory
  static constexpr std::size_t most_nested = 200;             ///< macros inside macros: nor the stack

  std::size_t step(const std::vector<token>& in, std::size_t i, std::vector<token>& out) {
    const auto found = macros_.find(in[i].text);
    const bool call = i + 1 < in.size() && in[i + 1].is("(");
    if (found == macros_.end() || active_.size() >= most_nested || active_.contains(in[i].text) || (found->second.function_like && !call)) {
      out.push_back(in[i]);
      return i + 1;
    }
    std::size_t next = i + 1;
    std::vector<token> body = found->second.body;
    if (found->second.function_like) {
      next = after_bracket(in, i + 1);
      body = substitute(found->second, arguments(in, i + 2, next == 0 ? 0 : next - 1));
    }
    for (token& t : body) t.line = in[i].line, t.column = in[i].column;
    active_.insert(in[i].text);
    for (token& t : run(body)) out.push_back(std::move(t));
    active_.erase(in[i].text);
    return next;
  }
  static std::vector<std::vector<token>> arguments(const std::vector<token>& in, std::size_t from, std::size_t to) {
    std::vector<std::vector<token>> out(1);
    int depth = 0;
    for (std::size_t i = from; i < to && i < in.size(); ++i) {
      if (in[i].is("(") || in[i].is("[") || in[i].is("{")) ++depth;
      if (in[i].is(")") || in[i].is("]") || in[i].is("}")) --depth;
      if (in[i].is(",") && depth == 0)
        out.emplace_back();
      else
        out.back().push_back(in[i]);
    }
    return out;
  }
  static std::vector<token> substitute(const macro& m, const std::vector<std::vector<token>>& arguments) {
    std::vector<token> out;
    for (std::size_t i = 0; i < m.body.size() && out.size() < limit; ++i) {
      const bool paste = m.body[i].is("##") && !out.empty() && i + 1 < m.body.size();
      const token& t = paste ? m.body[++i] : m.body[i];
      std::vector<token> replacement{t};
      for (std::size_t p = 0; p < m.parameters.size(); ++p)
        if (t.is(m.parameters[p])) replacement = p < arguments.size() ? arguments[p] : std::vector<token>{};
      if (paste && !replacement.empty()) {
        out.back().text += replacement.front().text;
        replacement.erase(replacement.begin());
      }
      out.insert(out.end(), replacement.begin(), replacement.end());
    }
    return out;
  }

  const std::map<std::string, macro>& macros_;
  std::set<std::string> active_;
};

} // namespace

bool token::is_identifier() const {
  return !text.empty() && starts_identifier(text[0]);
}

std::size_t after_bracket(const std::vector<token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) ++depth;
    if (tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}")) --depth;
    if (depth == 0) return i + 1;
  }
  return tokens.size();
}

std::size_t after_angle(const std::vector<token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) {
      i = after_bracket(tokens, i) - 1;
      continue;
    }
    if (tokens[i].is("<")) ++depth;
    if (tokens[i].is(">")) --depth;
    if (depth == 0) return i + 1;
    if (tokens[i].is(";")) break;
  }
  return tokens.size();
}

std::vector<token> tokenize(std::string_view source) {
  lexer words(source);
  std::vector<token> raw = words.run();
  return expander(words.macros).run(raw);
}

} // namespace fpcheck::launch
