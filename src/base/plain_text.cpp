#include <fpcheck/base/plain_text.hpp>

#include <algorithm>
#include <array>

namespace fpcheck {
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

/// Sequences that act: C1 controls, what turns the direction of the text around it, line separators, the two that XML forbids.
bool acts(std::string_view sequence) {
  static constexpr std::array<std::string_view, 16> those{"\u061c", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202b", "\u202c",
                                                          "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\ufffe", "\uffff"};
  for (const std::string_view c : those)
    if (sequence == c) return true;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
  if (sequence.size() == 1) return byte(0) == 0x7f || (byte(0) < 0x20 && byte(0) != '\n' && byte(0) != '\t');
  return sequence.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;
}

/// Whether a line begins at `at` that a CI service reads as a command: `::error`, `##[error]`.
bool begins_command(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (!rest.starts_with("::") && !rest.starts_with("##")) return false;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at == 0 || text[at - 1] == '\n';
}

} // namespace

std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\ufffd") : std::string(1, c);
  return out;
}

std::string plain_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = sequence_length(text, i);
    const std::string_view sequence = text.substr(i, length == 0 ? 1 : length);
    i += sequence.size();
    if (length == 0 || acts(sequence)) out += "\ufffd";
    else out += sequence;
  }
  return out;
}

std::string log_text(std::string_view text) {
  const std::string plain = plain_text(text);
  std::string out;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    out += plain[i];
    if (begins_command(plain, i)) out += ' ';
  }
  return out;
}

std::string clipped(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, most / 4 * 3)) + " ... (" + std::to_string(text.size() - most) + " bytes left out) ... " + std::string(text.substr(text.size() - most / 4));
}

pointed_line point_at(std::string_view line, std::uint32_t column) {
  constexpr std::size_t most = 200, before = 80;
  std::size_t from = 0, end = line.size();
  if (line.size() > most) {
    from = column > before ? std::min<std::size_t>(column - before, line.size() - 1) : 0;
    end = std::min(line.size(), from + most);
    const auto inside = [&](std::size_t at) { return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xc0u) == 0x80u; };
    while (inside(from)) ++from; // never between the bytes of a character
    while (end > from && inside(end)) --end;
  }
  const std::string_view part = line.substr(from, end - from);
  pointed_line out;
  if (from > 0) out.text = "...", out.indent = "   ";
  out.text += plain_text(part);
  if (end < line.size()) out.text += "...";
  for (std::size_t i = from; i + 1 < column; ++i) {
    const auto byte = i < line.size() ? static_cast<unsigned char>(line[i]) : 0u;
    if ((byte & 0xc0u) != 0x80u) out.indent += byte == '\t' ? '\t' : ' ';
  }
  return out;
}

} // namespace fpcheck
