#include "cursor.hpp"

#include <array>
#include <charconv>

namespace fpcheck::ptx {
namespace {

enum char_class : unsigned char { other = 0, name_start = 1, digit = 2, blank = 4, name_part = 8 };

constexpr std::array<unsigned char, 256> classify() {
  std::array<unsigned char, 256> table{};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = table[c - 'a' + 'A'] = name_start | name_part;
  for (int c = '0'; c <= '9'; ++c) table[c] = digit | name_part;
  table['_'] = table['$'] = name_start | name_part;
  table['%'] = name_start;
  for (char c : {' ', '\t', '\r', '\n', '\f', '\v'}) table[static_cast<unsigned char>(c)] = blank;
  return table;
}
constexpr auto classes = classify();

bool is(char c, unsigned mask) {
  return (classes[static_cast<unsigned char>(c)] & mask) != 0;
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

} // namespace

void cursor::skip_space() {
  while (pos_ < text_.size()) {
    const char c = text_[pos_];
    if (c == '\n') {
      ++line_, ++pos_;
    } else if (is(c, blank)) {
      ++pos_;
    } else if (c == '#' || (c == '/' && ahead(1) == '/')) {
      const std::size_t end = text_.find('\n', pos_);
      pos_ = end == std::string_view::npos ? text_.size() : end;
    } else if (c == '/' && ahead(1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

void cursor::skip_block_comment() {
  std::size_t end = text_.find("*/", pos_ + 2);
  end = end == std::string_view::npos ? text_.size() : end + 2;
  for (; pos_ < end; ++pos_)
    if (text_[pos_] == '\n') ++line_;
}

std::string_view cursor::name() {
  skip_space();
  const std::size_t begin = pos_;
  if (pos_ >= text_.size() || !is(text_[pos_], name_start)) return {};
  do ++pos_;
  while (pos_ < text_.size() && is(text_[pos_], name_part));
  return since(begin);
}

std::string_view cursor::dotted() {
  skip_space();
  return suffix();
}

std::string_view cursor::suffix() {
  const std::size_t begin = pos_;
  if (ahead(0) != '.' || !is(ahead(1), name_part)) return {};
  ++pos_;
  for (;;) {
    while (is(ahead(0), name_part)) ++pos_;
    if (ahead(0) != ':' || ahead(1) != ':' || !is(ahead(2), name_part)) return since(begin);
    pos_ += 2;
  }
}

std::string_view cursor::opcode() {
  const std::string_view first = name();
  if (first.empty()) return {};
  const std::size_t begin = pos_ - first.size();
  while (!suffix().empty()) {
  }
  return since(begin);
}

std::optional<literal> cursor::hexadecimal_float(std::size_t digits, literal_kind kind) {
  literal out{0, kind};
  for (std::size_t i = 0; i < digits; ++i) {
    const int d = digit_value(ahead(2 + i));
    if (d > 15) return {};
    out.bits = out.bits << 4 | static_cast<unsigned>(d);
  }
  if (is(ahead(2 + digits), name_part)) return {};
  pos_ += 2 + digits;
  return out;
}

std::optional<literal> cursor::integer(std::size_t begin, unsigned base) {
  std::uint64_t value = 0;
  std::size_t end = begin;
  for (; end < text_.size(); ++end) {
    const auto d = static_cast<unsigned>(digit_value(text_[end]));
    if (d >= base) break;
    if (value > (~std::uint64_t{0} - d) / base) return {};
    value = value * base + d;
  }
  if (end == begin) return {};
  if (end < text_.size() && text_[end] == 'U') ++end;
  if (end < text_.size() && is(text_[end], name_part)) return {};
  pos_ = end;
  return literal{value, literal_kind::integer};
}

std::optional<literal> cursor::decimal() {
  std::size_t end = pos_;
  while (end < text_.size() && is(text_[end], digit)) ++end;
  const bool has_point = end < text_.size() && text_[end] == '.';
  const bool has_exponent = end < text_.size() && (text_[end] == 'e' || text_[end] == 'E');
  if (!has_point && !has_exponent) return integer(pos_, text_[pos_] == '0' && end - pos_ > 1 ? 8 : 10);
  double value = 0;
  const char* const last = text_.data() + text_.size();
  const auto [stop, error] = std::from_chars(text_.data() + pos_, last, value);
  if (error != std::errc{}) return {};
  if (stop != last && is(*stop, name_part)) return {};
  pos_ = static_cast<std::size_t>(stop - text_.data());
  return literal{__builtin_bit_cast(std::uint64_t, value), literal_kind::f64};
}

std::optional<literal> cursor::number() {
  if (!is(peek(), digit)) return {};
  if (text_[pos_] == '0') {
    switch (ahead(1)) {
    case 'x':
    case 'X':
      return integer(pos_ + 2, 16);
    case 'b':
    case 'B':
      return integer(pos_ + 2, 2);
    case 'f':
    case 'F':
      return hexadecimal_float(8, literal_kind::f32);
    case 'd':
    case 'D':
      return hexadecimal_float(16, literal_kind::f64);
    default:
      break;
    }
  }
  return decimal();
}

std::optional<std::string_view> cursor::quoted() {
  if (peek() != '"') return {};
  const std::size_t end = text_.find_first_of("\"\n", pos_ + 1);
  if (end == std::string_view::npos || text_[end] == '\n') return {};
  const std::string_view inside = text_.substr(pos_ + 1, end - pos_ - 1);
  pos_ = end + 1;
  return inside;
}

bool cursor::skip_to(char end) {
  while (!at_end()) {
    if (text_[pos_] == end) return true;
    ++pos_;
  }
  return false;
}

bool cursor::skip_block() {
  std::size_t depth = 0;
  while (!at_end()) {
    const char c = text_[pos_];
    if (c == '"') {
      if (!quoted()) return false;
      continue;
    }
    ++pos_;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return true;
  }
  return false;
}

} // namespace fpcheck::ptx
