#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace fpcheck {

/// `text` with U+FFFD in place of everything that would act on whoever reads it instead of being read: control characters
/// but for line feed and tab, characters that turn the direction of writing, and bytes that are no UTF-8. Names of files, kernels and
/// tensors and lines of source pass through it on their way to a terminal or a page.
std::string plain_text(std::string_view text);
/// The same for the log of a job: a line that a CI service would take for a command of its own, as `::error` is, has its colons set apart.
std::string log_text(std::string_view text);
/// `text` with U+FFFD in place of line feeds: a name of a file stands in one line.
std::string one_line(std::string_view text);
/// `text` as people read it: what a stranger's file makes longer than about `most` bytes loses its middle, and says so.
std::string clipped(std::string_view text, std::size_t most);

/// A line of source, cut to what a terminal can show, and the blanks that stand before a caret below it.
struct pointed_line {
  std::string text;
  std::string indent;
};
/// `line` around its 1-based `column`, 0 for none: whole up to 200 bytes, of longer ones a part with "..." where it was cut.
pointed_line point_at(std::string_view line, std::uint32_t column);

} // namespace fpcheck
