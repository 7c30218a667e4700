#include <fpcheck/base/letters.hpp>
#include <fpcheck/launch/case.hpp>

#include <algorithm>
#include <array>

namespace fpcheck::launch {
namespace {

/// Options that stand alone; every other one takes the next word, or what follows its `=`.
constexpr std::array<std::string_view, 5> switches{"fuse", "no-fuse", "no-lines", "no-suppress", "trust"};

bool is_name_character(char c) {
  return is_letter(c) || c == '.' || c == ':' || c == '[' || c == ']';
}

/// The offset of the `=` of NAME=VALUE, or npos.
std::size_t assignment_sign(const std::string& text) {
  std::size_t i = 0;
  while (i < text.size() && is_name_character(text[i])) ++i;
  return i > 0 && i < text.size() && text[i] == '=' ? i : std::string::npos;
}

result<void> add_option(const std::vector<word>& words, std::size_t& i, std::vector<option_text>& options) {
  const word& w = words[i];
  const std::size_t equals = w.text.find('=');
  const word name = w.part(2, equals == std::string::npos ? equals : equals - 2);
  if (std::find(switches.begin(), switches.end(), name.text) != switches.end()) {
    options.push_back({name, {}});
  } else if (equals != std::string::npos) {
    options.push_back({name, w.part(equals + 1)});
  } else if (i + 1 < words.size()) {
    options.push_back({name, words[++i]});
  } else {
    return tl::unexpected(w.error("the option --" + name.text + " needs a value"));
  }
  return {};
}

result<void> set_configuration(const word& w, launch_text& out) {
  if (!out.configuration.line.empty()) return tl::unexpected(w.error("a launch has one <<<GRID, BLOCK>>> only"));
  std::size_t length = w.text.size() - 3;
  if (w.text.size() < 6 || !w.text.ends_with(">>>")) {
    const std::size_t close = w.text.find(">>>");
    if (close == std::string::npos) return tl::unexpected(w.error("'<<<' without '>>>'", "write <<<GRID, BLOCK>>>"));
    if (close + 3 != w.text.size()) return tl::unexpected(w.error("a space is missing after '>>>'", {}, close + 3));
    length = close;
  }
  out.configuration = w.part(3, length - 3);
  if (out.configuration.line.empty()) out.configuration.line = w.text;
  return {};
}

} // namespace

result<launch_text> parse_launch(const std::vector<word>& words, std::vector<option_text>& options) {
  launch_text out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const word& w = words[i];
    const std::size_t chevrons = w.text.find("<<<");
    if (w.text.starts_with("--")) {
      if (const auto ok = add_option(words, i, options); !ok) return tl::unexpected(ok.error());
    } else if (chevrons == 0) {
      if (const auto ok = set_configuration(w, out); !ok) return tl::unexpected(ok.error());
    } else if (const std::size_t equals = assignment_sign(w.text);
               equals != std::string::npos && !w.text.starts_with("regex:")) {
      const word name = w.part(0, equals);
      if (name.text == "ref")
        options.push_back({name, w.part(equals + 1)});
      else
        out.assignments.push_back({name, w.part(equals + 1)});
    } else if (out.kernel.text.empty() && out.assignments.empty()) {
      out.kernel = w.part(0, chevrons);
      if (chevrons == std::string::npos) continue;
      if (const auto ok = set_configuration(w.part(chevrons), out); !ok) return tl::unexpected(ok.error());
    } else {
      return tl::unexpected(w.error("'" + w.text + "' is neither NAME=VALUE nor an option",
                                    "an argument is written as x=4, x=randn:4x128 or x=@file.npy"));
    }
  }
  return out;
}

namespace {

/// A `// fpcheck` comment with the lines that a backslash joins to it.
struct comment {
  std::string line;     ///< the joined text
  std::size_t body = 0; ///< offset of what follows the marker
  std::uint32_t number = 0;
  char mark = ':';
  bool alone = false; ///< nothing but blanks before it
};

std::string_view next_line(std::string_view source, std::size_t& at) {
  const std::size_t end = std::min(source.find('\n', at), source.size());
  std::string_view line = source.substr(at, end - at);
  at = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<comment> find_comment(std::string_view line) {
  for (std::size_t at = line.find("//"); at != std::string_view::npos; at = line.find("//", at + 2)) {
    std::size_t word_at = at + 2;
    while (word_at < line.size() && (line[word_at] == ' ' || line[word_at] == '\t')) ++word_at;
    if (line.substr(word_at, 7) != "fpcheck" || word_at + 7 >= line.size()) continue;
    const char mark = line[word_at + 7];
    if (mark != ':' && mark != '+') continue;
    const bool alone = line.substr(0, at).find_first_not_of(" \t") == std::string_view::npos;
    return comment{std::string(line), word_at + 8, 0, mark, alone};
  }
  return std::nullopt;
}

std::vector<comment> find_comments(std::string_view source) {
  std::vector<comment> out;
  std::uint32_t number = 0;
  for (std::size_t at = 0; at < source.size();) {
    auto found = find_comment(next_line(source, at));
    ++number;
    if (!found) continue;
    found->number = number;
    while (found->line.ends_with('\\') && at < source.size()) {
      std::string_view more = next_line(source, at);
      ++number;
      const std::size_t text = more.find_first_not_of(" \t/");
      found->line.back() = ' ';
      if (text != std::string_view::npos) found->line += more.substr(text);
    }
    out.push_back(*std::move(found));
  }
  return out;
}

result<void> add_suppression(const comment& c, const std::vector<word>& words, const std::string& file,
                             source_comments& out) {
  if (words.size() < 2)
    return tl::unexpected(
        words[0].error("'allow' needs a rule and a reason", "// fpcheck: allow cancellation the data is centred"));
  if (words.size() < 3)
    return tl::unexpected(
        words[1].error("a suppression needs a reason", "say why '" + words[1].text + "' is harmless here"));
  std::string reason;
  for (std::size_t i = 2; i < words.size(); ++i) reason += (i > 2 ? " " : "") + words[i].text;
  out.suppressions.push_back({words[1].text, reason, file, c.alone ? c.number + 1 : c.number});
  return {};
}

} // namespace

result<source_comments> scan_comments(std::string_view source, const std::string& file) {
  source_comments out;
  for (const comment& c : find_comments(source)) {
    const std::string_view body = std::string_view(c.line).substr(c.body);
    const std::size_t first = body.find_first_not_of(" \t");
    // A reason is prose: quotes and brackets in it mean nothing.
    if (c.mark == ':' && first != std::string_view::npos && body.substr(first, 6) == "allow ") {
      std::vector<word> words;
      for (std::size_t at = c.body + first; at < c.line.size();) {
        const std::size_t end = std::min(c.line.find_first_of(" \t", at), c.line.size());
        if (end > at)
          words.push_back({c.line.substr(at, end - at), {file, c.number, static_cast<std::uint32_t>(at + 1)}, words.size() < 2 ? c.line : std::string()});
        at = end + 1;
      }
      if (const auto ok = add_suppression(c, words, file, out); !ok) return tl::unexpected(ok.error());
      continue;
    }
    const auto words = split_words(c.line, c.body, file, c.number);
    if (!words) return tl::unexpected(words.error());
    if (words->empty())
      return fail("an fpcheck comment without a case", {file, c.number, static_cast<std::uint32_t>(c.body)});
    if (c.mark == '+' && out.cases.empty())
      return tl::unexpected(
          (*words)[0].error("'// fpcheck+' continues a case, and there is none before it", "start with '// fpcheck:'"));
    if (c.mark == ':') out.cases.push_back({(*words)[0].where, {}, {}});
    auto launch = parse_launch(*words, out.cases.back().options);
    if (!launch) return tl::unexpected(launch.error());
    out.cases.back().launches.push_back(*std::move(launch));
  }
  return out;
}

} // namespace fpcheck::launch
