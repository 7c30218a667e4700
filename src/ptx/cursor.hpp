#pragma once
#include <fpcheck/ptx/module.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace fpcheck::ptx {

/// A literal: its bits and how it was written.
struct literal {
  std::uint64_t bits = 0;
  literal_kind kind = literal_kind::integer;
};

/// Walks over PTX text token by token. All reads skip blanks and comments first; past the end every read finds nothing.
class cursor {
public:
  explicit cursor(std::string_view text) : text_(text) {}

  /// The next character, '\0' at the end.
  char peek() {
    skip_space();
    return pos_ < text_.size() ? text_[pos_] : '\0';
  }
  /// The character `n` places after the next one, without skipping anything.
  char ahead(std::size_t n) const { return pos_ + n < text_.size() ? text_[pos_ + n] : '\0'; }
  bool at_end() { return skip_space(), pos_ >= text_.size(); }
  /// Steps over `c` if it is next.
  bool accept(char c) {
    if (peek() != c || pos_ >= text_.size()) return false;
    ++pos_;
    return true;
  }
  /// A name: letters, digits, `_ $ %`, not beginning with a digit. Empty if there is none.
  std::string_view name();
  /// A dotted word, ".global" or ".shared::cta". Empty if there is none.
  std::string_view dotted();
  /// The suffix that follows a name at once: ".x" of "%tid.x". Empty if there is none.
  std::string_view suffix();
  /// An opcode with its dotted words, "add.rn.f32". Empty if there is none.
  std::string_view opcode();
  /// A number; nothing if there is none or it does not fit.
  std::optional<literal> number();
  /// The inside of a quoted string; nothing if there is none or it does not end.
  std::optional<std::string_view> quoted();
  /// Everything up to the next `end` outside comments, which stays; false if the text ends first.
  bool skip_to(char end);
  /// A block in braces, with the braces inside it; false if it does not end.
  bool skip_block();

  std::size_t position() const { return pos_; }
  std::uint32_t line() const { return line_; }
  /// Where the last token that was looked at begins.
  std::size_t token() {
    skip_space();
    return pos_;
  }
  std::string_view text() const { return text_; }
  /// The text from `from` to here.
  std::string_view since(std::size_t from) const { return text_.substr(from, pos_ - from); }
  /// A place to come back to.
  struct bookmark {
    std::size_t pos;
    std::uint32_t line;
  };
  bookmark here() const { return {pos_, line_}; }
  void back_to(bookmark b) { pos_ = b.pos, line_ = b.line; }

private:
  void skip_space();
  void skip_block_comment();
  std::optional<literal> hexadecimal_float(std::size_t digits, literal_kind kind);
  std::optional<literal> integer(std::size_t begin, unsigned base);
  std::optional<literal> decimal();

  std::string_view text_;
  std::size_t pos_ = 0;
  std::uint32_t line_ = 1;
};

} // namespace fpcheck::ptx
