#include "lexer.hpp"

#include <array>

namespace fpcheck::expr {
namespace {

constexpr std::array<std::string_view, 27> symbols = {"...", "**", "//", "<=", ">=", "==", "!=", "+", "-",
                                                      "*",   "/",  "@",  "^",  "<",  ">",  "=",  "(", ")",
                                                      "[",   "]",  "{",  "}",  ",",  ":",  ";",  ".", "%"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class scanner {
public:
  explicit scanner(std::string_view text) : text_(text) {}

  result<std::vector<token>> run() {
    std::vector<token> out;
    for (skip_space(); at_ < text_.size(); skip_space()) {
      const auto start = static_cast<std::uint32_t>(at_);
      token t;
      t.offset = start;
      if (is_digit(text_[at_]) || (text_[at_] == '.' && is_digit(peek(1)))) {
        t.kind = token_kind::number;
        if (!number()) return error(start, "malformed number '" + std::string(text_.substr(start, at_ - start)) + "'");
      } else if (is_letter(text_[at_])) {
        t.kind = token_kind::name;
        while (is_letter(peek(0)) || is_digit(peek(0))) ++at_;
      } else if (text_[at_] == '\'' || text_[at_] == '"') {
        const std::size_t close = text_.find(text_[at_], at_ + 1);
        if (close == std::string_view::npos) return error(start, "this string has no closing quote");
        out.push_back({token_kind::string, std::string(text_.substr(at_ + 1, close - at_ - 1)), start});
        at_ = close + 1;
        continue;
      } else if (t.kind = token_kind::symbol; !symbol()) {
        return error(start, std::string("unexpected character '") + text_[start] + "'", hint_for(text_[start]));
      }
      t.text = std::string(text_.substr(start, at_ - start));
      out.push_back(std::move(t));
    }
    out.push_back({token_kind::end, "", static_cast<std::uint32_t>(text_.size())});
    return out;
  }

private:
  char peek(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void skip_space() {
    while (at_ < text_.size()) {
      if (is_space(text_[at_])) {
        ++at_;
      } else if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  bool digits(bool (*accept)(char)) {
    const std::size_t before = at_;
    while (accept(peek(0))) ++at_;
    return at_ != before;
  }

  bool exponent(char lower) {
    if ((peek(0) | 0x20) != lower) return true;
    ++at_;
    if (peek(0) == '+' || peek(0) == '-') ++at_;
    return digits(is_digit);
  }

  bool number() {
    const bool hex = peek(0) == '0' && (peek(1) | 0x20) == 'x';
    if (hex) at_ += 2;
    const auto accept = hex ? is_hex : is_digit;
    bool any = digits(accept);
    // `1..` would be the start of a range, which the language does not have; `1.T` is an attribute.
    if (peek(0) == '.' && !is_letter(peek(1))) ++at_, any |= digits(accept);
    if (!any || !exponent(hex ? 'p' : 'e')) return false;
    return !is_letter(peek(0));
  }

  bool symbol() {
    for (const std::string_view s : symbols)
      if (text_.substr(at_, s.size()) == s) return at_ += s.size(), true;
    return false;
  }

  static std::string hint_for(char c) {
    return c == '&' ? "write 'and'" : c == '|' ? "write 'or'" : c == '!' || c == '~' ? "write 'not'" : "";
  }

  tl::unexpected<diagnostic> error(std::uint32_t offset, std::string message, std::string hint = {}) const {
    syntax where;
    where.text = std::string(text_);
    return tl::unexpected<diagnostic>(where.error_at(offset, std::move(message), std::move(hint)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

result<std::vector<token>> tokenize(std::string_view text) { return scanner(text).run(); }

} // namespace fpcheck::expr
