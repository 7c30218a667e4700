#pragma once
// HTML of pages that read well in light and dark and can do nothing: every text from outside goes through `escaped`.
#include <string>
#include <string_view>

namespace fpcheck::report::html {

/// Text for element content and for attributes in double quotes: markup, control characters and malformed UTF-8 lose their meaning.
std::string escaped(std::string_view text);

/// `<name class="classes">body</name>`. Requires: `body` is markup, `name` and `classes` are words of this program.
std::string element(std::string_view name, std::string_view classes, const std::string& body);
/// As `element`, with the body escaped.
std::string text_element(std::string_view name, std::string_view classes, std::string_view text);

/// A whole page with the program's style sheet, whose policy forbids scripts, frames and every request. `body` is markup.
std::string page(std::string_view title, const std::string& body);

} // namespace fpcheck::report::html
