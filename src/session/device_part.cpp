#include <fpcheck/base/letters.hpp>

#include "device_part.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <sstream>

namespace fpcheck::session {
namespace {

/// A directive of the preprocessor.
struct directive {
  std::size_t begin = 0, end = 0; ///< of its logical line
  std::string word;               ///< "if", "define"
};

/// A source with comments, strings and directives blanked, so that brackets count.
struct bare_source {
  std::string code;
  std::vector<directive> directives;
};

class blanker {
public:
  explicit blanker(std::string_view text) : text_(text) { out_.code = text; }

  bare_source run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.substr(at_, 2) == "//") blank(end_of_line(at_));
      else if (text_.substr(at_, 2) == "/*") blank(std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2);
      else if (c == '#' && line_start) directive_here();
      else if (text_.substr(at_, 2) == "R\"" && (at_ == 0 || !is_letter(text_[at_ - 1]))) raw_string();
      else if (c == '"' || (c == '\'' && (at_ == 0 || !is_letter(text_[at_ - 1])))) quoted(c);
      else {
        line_start = c == '\n' || (line_start && is_blank(c));
        ++at_;
      }
    }
    return std::move(out_);
  }

private:
  /// Where the logical line ends that `from` stands in.
  std::size_t end_of_line(std::size_t from) const {
    std::size_t end = std::min(text_.find('\n', from), text_.size());
    while (end < text_.size() && end > from && (text_[end - 1] == '\\' || (text_[end - 1] == '\r' && end > from + 1 && text_[end - 2] == '\\')))
      end = std::min(text_.find('\n', end + 1), text_.size());
    return end;
  }
  void blank(std::size_t end) {
    for (; at_ < std::min(end, text_.size()); ++at_)
      if (text_[at_] != '\n') out_.code[at_] = ' ';
  }
  void directive_here() {
    directive d{at_, end_of_line(at_), {}};
    std::size_t word = at_ + 1;
    while (word < d.end && is_blank(text_[word])) ++word;
    while (word < d.end && is_letter(text_[word])) d.word += text_[word++];
    blank(d.end);
    out_.directives.push_back(std::move(d));
  }
  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open > at_ + 18) return quoted_behind(1);
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t end = text_.find(close, open);
    blank(end == std::string_view::npos ? text_.size() : end + close.size());
  }
  void quoted_behind(std::size_t prefix) {
    at_ += prefix;
    quoted('"');
  }
  void quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    blank(end + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bare_source out_;
};

/// Whether the brackets of a piece close within it.
bool is_balanced(std::string_view piece) {
  int depth = 0;
  for (const char c : piece) {
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0) return false;
  }
  return depth == 0;
}

/// Of branches of an #if whose brackets do not close in each, the first counts alone: `#if A void f(int) { #else void f() { #endif`.
void keep_first_branches(bare_source& s) {
  struct open_if {
    std::vector<std::size_t> marks; ///< indices of its directives
  };
  std::vector<open_if> open;
  const auto close = [&](const open_if& group) {
    const auto piece = [&](std::size_t k) { return std::pair(s.directives[group.marks[k]].end, s.directives[group.marks[k + 1]].begin); };
    bool whole = true;
    for (std::size_t k = 0; k + 1 < group.marks.size(); ++k) whole = whole && is_balanced(std::string_view(s.code).substr(piece(k).first, piece(k).second - piece(k).first));
    for (std::size_t k = 1; !whole && k + 1 < group.marks.size(); ++k)
      for (std::size_t at = piece(k).first; at < piece(k).second; ++at)
        if (s.code[at] != '\n') s.code[at] = ' ';
  };
  for (std::size_t i = 0; i < s.directives.size(); ++i) {
    const std::string& word = s.directives[i].word;
    if (word.starts_with("if")) open.push_back({{i}});
    else if ((word == "else" || word.starts_with("elif")) && !open.empty()) open.back().marks.push_back(i);
    else if (word == "endif" && !open.empty()) {
      open.back().marks.push_back(i);
      close(open.back());
      open.pop_back();
    }
  }
}

/// A declaration at the scope of a namespace.
struct span {
  std::size_t begin = 0, end = 0, head = 0; ///< `head`: where its body or its end begins
  bool function = false;                    ///< with a body
};

class splitter {
public:
  explicit splitter(const std::string& code) : code_(code) {}

  std::vector<span> run() {
    scope(0, code_.size());
    return std::move(out_);
  }

private:
  /// The place behind the bracket that closes the one at `open`.
  std::size_t closed(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < code_.size(); ++at) {
      const char c = code_[at];
      depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
      if (depth == 0) return at + 1;
    }
    return code_.size();
  }
  /// What stands before a body, without template headers, brackets and alignments.
  static std::string outline(std::string_view head) {
    std::string out;
    int round = 0, angle = 0;
    bool had_template = false;
    for (std::size_t i = 0; i < head.size(); ++i) {
      const char c = head[i];
      if (round == 0 && angle == 0 && is_letter(c) && (i == 0 || !is_letter(head[i - 1]))) {
        std::size_t end = i;
        while (end < head.size() && is_letter(head[end])) ++end;
        const std::string_view word = head.substr(i, end - i);
        had_template = word == "template";
        std::size_t next = end;
        while (next < head.size() && is_blank(head[next])) ++next;
        const bool aligns = word == "alignas" || word == "__align__" || word == "__attribute__" || word == "__declspec";
        if (aligns && next < head.size() && head[next] == '(') {
          int depth = 0;
          for (i = next; i < head.size(); ++i)
            if ((depth += head[i] == '(' ? 1 : head[i] == ')' ? -1 : 0) == 0) break;
          continue;
        }
      }
      if (round == 0 && (c == '<' && (angle > 0 || had_template))) ++angle, had_template = false;
      else if (round == 0 && c == '>' && angle > 0) --angle;
      else if (c == '(') out += round++ == 0 && angle == 0 ? "(" : "";
      else if (c == ')') --round;
      else if (round == 0 && angle == 0) out += c;
    }
    return out;
  }
  static bool has_word(const std::string& text, const char* word) { return std::regex_search(text, std::regex("\\b" + std::string(word) + "\\b")); }

  void scope(std::size_t from, std::size_t to) {
    for (std::size_t at = from, start = from; at < to;) {
      const char c = code_[at];
      if (is_blank(c) && start == at) start = ++at;
      else if (c == '(' || c == '[') at = closed(at);
      else if (c == ';') out_.push_back({start, at + 1, at, false}), start = ++at;
      else if (c == '{') start = braced(start, at), at = at_;
      else ++at;
    }
  }
  /// The braces at `at` of what begins at `start`: goes on at at_. Returns where the declaration begins that `at_` stands in.
  std::size_t braced(std::size_t start, std::size_t at) {
    constexpr std::size_t longest_head = 4000; // std::regex recurses
    at_ = closed(at);
    const std::string head = outline(std::string_view(code_).substr(start, std::min(at - start, longest_head)));
    const std::size_t first = std::min(head.find_first_not_of(" \t\r\n"), head.size()), last = head.find_last_not_of(" \t\r\n");
    const std::string trimmed = last == std::string::npos ? "" : head.substr(first, last + 1 - first);
    if (has_word(trimmed, "namespace") || trimmed == "extern") {
      const std::size_t end = at_;
      scope(at + 1, end - 1);
      at_ = end;
      return at_;
    }
    const bool aggregate = trimmed.find('(') == std::string::npos && (has_word(trimmed, "struct") || has_word(trimmed, "class") || has_word(trimmed, "union") || has_word(trimmed, "enum"));
    const std::size_t equals = trimmed.find('=');
    const bool initialised = equals != std::string::npos && !has_word(trimmed, "operator");
    if (aggregate || initialised || trimmed.find('(') == std::string::npos) return start; // its semicolon follows
    out_.push_back({start, at_, at, true});
    return at_;
  }

  const std::string& code_;
  std::size_t at_ = 0;
  std::vector<span> out_;
};

/// Words of the file that mark device code: the keywords, and macros that stand for them.
std::regex device_words(std::string_view text, const bare_source& s) {
  const std::regex keywords(R"(__device__|__global__|__constant__|__shared__|__managed__|__host__|\bconstexpr\b)");
  std::string words = R"(__device__|__global__|__constant__|__shared__|__managed__|__host__|\bconstexpr\b|\bconsteval\b)";
  constexpr std::size_t longest = 1000; // std::regex recurses
  for (const directive& d : s.directives) {
    if (d.word != "define") continue;
    const std::string line(text.substr(d.begin, std::min(d.end - d.begin, longest)));
    std::smatch name;
    if (std::regex_search(line, keywords) && std::regex_search(line, name, std::regex(R"(define\s+(\w+))"))) words += "|\\b" + name[1].str() + "\\b";
  }
  return std::regex(words);
}

/// Whether an unknown macro stands before a function's name: it may mark device code.
bool has_macro(std::string_view head) {
  const std::string before(head.substr(0, head.find('(')));
  static const std::regex word(R"([A-Za-z_]\w*)");
  std::vector<std::string> words;
  for (std::sregex_iterator at(before.begin(), before.end(), word), end; at != end; ++at) words.push_back(at->str());
  if (!words.empty()) words.pop_back(); // the name itself
  return std::any_of(words.begin(), words.end(), [](const std::string& w) {
    return w.size() > 2 && std::none_of(w.begin(), w.end(), [](unsigned char c) { return std::islower(c) != 0; });
  });
}

/// The name that an include directive asks for, as far as it is written out.
std::string included_name(std::string_view line) {
  const std::size_t open = line.find_first_of("<\""), close = open == std::string_view::npos ? open : line.find_first_of(">\"", open + 1);
  return close == std::string_view::npos ? std::string() : std::string(line.substr(open + 1, close - open - 1));
}

} // namespace

device_part device_part_of(std::string_view source, const left_out& without) {
  device_part out{std::string(source), 0, {}};
  bare_source s = blanker(source).run();
  keep_first_branches(s);
  const std::regex words = device_words(source, s);
  std::vector<char> kept(source.size(), 0); // directives stay within what goes
  for (const directive& d : s.directives) std::fill(kept.begin() + static_cast<std::ptrdiff_t>(d.begin), kept.begin() + static_cast<std::ptrdiff_t>(d.end), 1);
  const auto blank = [&](std::size_t from, std::size_t to, bool all) {
    for (std::size_t at = from; at < to; ++at)
      if (out.text[at] != '\n' && (all || kept[at] == 0)) out.text[at] = ' ';
  };
  for (const span& d : splitter(s.code).run()) {
    const std::string piece = s.code.substr(d.begin, d.end - d.begin);
    // In a body constants may be constexpr; a lambda for the device there is device code.
    if (std::regex_search(d.function ? piece.substr(0, d.head - d.begin) : piece, words) || (d.function && piece.find("__device__") != std::string::npos)) continue;
    const auto first = static_cast<std::uint32_t>(1 + std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(d.begin), '\n'));
    const auto last = first + static_cast<std::uint32_t>(std::count(piece.begin(), piece.end(), '\n'));
    const auto blamed = without.lines.lower_bound(first);
    const bool is_blamed = blamed != without.lines.end() && *blamed <= last;
    const bool host_function = d.function && !has_macro(std::string_view(s.code).substr(d.begin, d.head - d.begin));
    if (!host_function && !is_blamed) continue;
    if (d.function) ++out.functions;
    blank(d.begin, d.end, false);
  }
  for (const directive& d : s.directives) {
    if (d.word != "include") continue;
    const std::string name = included_name(source.substr(d.begin, d.end - d.begin));
    const bool is_blamed = std::any_of(without.files.begin(), without.files.end(), [&](const std::string& f) { return f == name || f.ends_with('/' + name); });
    if (name.empty() || (!without.headers.contains(name) && !is_blamed)) continue;
    out.headers.insert(name);
    blank(d.begin, d.end, true);
  }
  return out;
}

left_out blamed_by(const std::string& messages, const std::string& name) {
  static const std::regex missing(R"(fatal error: ([^:\s]+): No such file)"), front(R"(^([^()]*)\((\d+)\): (?:catastrophic )?error)"), host(R"(^([^:]*):(\d+):\d+: (?:fatal )?error)");
  left_out out;
  std::istringstream lines(messages);
  std::string line;
  while (std::getline(lines, line)) {
    line.resize(std::min<std::size_t>(line.size(), 1000));
    std::smatch found;
    if (std::regex_search(line, found, missing)) out.headers.insert(found[1]);
    else if ((std::regex_search(line, found, front) || std::regex_search(line, found, host)) && found[2].length() < 9) {
      if (found[1].str().ends_with(name)) out.lines.insert(static_cast<std::uint32_t>(std::stoul(found[2])));
      else if (!found[1].str().ends_with("instantiate.cu")) out.files.insert(found[1]); // what is added behind the source
    }
  }
  return out;
}

} // namespace fpcheck::session
