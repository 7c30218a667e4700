#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/word.hpp>

namespace fpcheck::launch {
namespace {

/// Walks over text and knows whether a place stands outside brackets and quotes.
class nesting {
public:
  /// Takes the next character; `inside` tells about the place after it.
  void take(char c) {
    if (quote_ != 0) {
      if (c == quote_) quote_ = 0;
    } else if (c == '\'' || c == '"') {
      quote_ = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if ((c == ')' || c == ']' || c == '}') && depth_ > 0) {
      --depth_;
    }
  }
  bool inside() const { return depth_ > 0 || quote_ != 0; }
  bool quoted() const { return quote_ != 0; }

private:
  int depth_ = 0;
  char quote_ = 0;
};

/// Puts a word in its line. Each word holds the line it stands in: of a very long one, with as many words, it holds none.
word placed(std::string text, source_location where, const std::string& line) {
  constexpr std::size_t most = 4096;
  if (line.size() <= most) return {std::move(text), std::move(where), line};
  where.column = 0;
  return {std::move(text), std::move(where), "..."};
}

} // namespace

diagnostic word::error(std::string message, std::string hint, std::size_t offset) const {
  source_location place = where;
  if (place.column != 0) place.column += static_cast<std::uint32_t>(offset);
  return {std::move(message), place, line, std::move(hint)};
}

word word::part(std::size_t offset, std::size_t length) const {
  offset = std::min(offset, text.size());
  word out = placed(text.substr(offset, length), where, line);
  if (out.where.column != 0) out.where.column += static_cast<std::uint32_t>(offset);
  return out;
}

result<std::vector<word>> split_words(const std::string& line, std::size_t start, const std::string& file,
                                      std::uint32_t number) {
  std::vector<word> out;
  std::size_t at = start;
  while (true) {
    while (at < line.size() && is_blank(line[at])) ++at;
    if (at >= line.size()) return out;
    word w = placed("", {file, number, static_cast<std::uint32_t>(at + 1)}, line);
    nesting state;
    bool chevrons = false;
    for (; at < line.size() && (chevrons || state.inside() || !is_blank(line[at])); ++at) {
      if (line.compare(at, 3, "<<<") == 0) chevrons = true;
      if (line.compare(at, 3, ">>>") == 0) chevrons = false;
      const bool was_quoted = state.quoted();
      state.take(line[at]);
      if (was_quoted == state.quoted()) w.text += line[at]; // the quotes themselves go
    }
    if (state.quoted()) return tl::unexpected(w.error("a quote is opened here and never closed"));
    if (chevrons) return tl::unexpected(w.error("'<<<' without '>>>'", "write <<<GRID, BLOCK>>>"));
    if (state.inside()) return tl::unexpected(w.error("a bracket is opened here and never closed"));
    out.push_back(std::move(w));
  }
}

std::vector<word> command_line_words(const std::vector<std::string>& arguments) {
  std::string line;
  std::vector<std::uint32_t> columns;
  for (const std::string& argument : arguments) {
    if (!line.empty()) line += ' ';
    columns.push_back(static_cast<std::uint32_t>(line.size() + 1));
    for (const char c : argument) line += is_blank(c) ? ' ' : c;
  }
  std::vector<word> out;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    out.push_back(placed(arguments[i], {command_line_name, 0, columns[i]}, line));
  return out;
}

std::vector<word> split_top_level(const word& w, char separator) {
  std::vector<word> out;
  nesting state;
  std::size_t start = 0;
  for (std::size_t i = 0; i < w.text.size(); ++i) {
    if (w.text[i] == separator && !state.inside()) {
      out.push_back(w.part(start, i - start));
      start = i + 1;
    }
    state.take(w.text[i]);
  }
  out.push_back(w.part(start));
  return out;
}

} // namespace fpcheck::launch
