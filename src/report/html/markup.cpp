#include "page.hpp"

#include <fpcheck/analysis/rules.hpp>

#include <array>

namespace fpcheck::report::html {
namespace {

/// The length of the well-formed UTF-8 sequence at `at`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0u) != 0x80u) return 0;
  const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
  const bool no_character = (lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90);
  return overlong || no_character ? 0 : length;
}

/// Characters that turn the direction of the text around them: a kernel's name must not rearrange the page.
bool turns_direction(std::string_view sequence) {
  static constexpr std::array<std::string_view, 9> controls{"\u202a", "\u202b", "\u202c", "\u202d", "\u202e",
                                                            "\u2066", "\u2067", "\u2068", "\u2069"};
  for (const std::string_view c : controls)
    if (sequence == c) return true;
  return false;
}

} // namespace

std::string escaped(std::string_view text) {
  constexpr const char* replacement = "\ufffd";
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const std::string_view sequence = text.substr(i, length == 0 ? 1 : length);
    const auto c = static_cast<unsigned char>(text[i]);
    i += sequence.size();
    if (length == 0 || turns_direction(sequence) || c == 0x7f || (c < 0x20 && c != '\n' && c != '\t')) out += replacement;
    else if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (c == '\'') out += "&#39;";
    else out += sequence;
  }
  return out;
}

std::string element(std::string_view name, std::string_view classes, const std::string& body) {
  std::string out = "<" + std::string(name);
  if (!classes.empty()) out += " class=\"" + std::string(classes) + '"';
  return out + '>' + body + "</" + std::string(name) + '>';
}

std::string text_element(std::string_view name, std::string_view classes, std::string_view text) {
  return element(name, classes, escaped(text));
}

std::string place_of(const std::vector<analysis::frame>& stack, std::uint32_t ptx_line) {
  if (stack.empty() || stack[0].line == 0) return ptx_line == 0 ? "" : "PTX line " + std::to_string(ptx_line);
  return stack[0].file + ':' + std::to_string(stack[0].line);
}

std::string message_of(const analysis::finding& f) {
  return f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
}

std::string_view level_class(analysis::level l) {
  return l == analysis::level::error ? "error" : l == analysis::level::warning ? "warning" : "note";
}

} // namespace fpcheck::report::html
