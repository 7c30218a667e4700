#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fpcheck::cli {

/// A page of src/pages, compiled into the program.
struct page {
  std::string_view name; ///< "launches"
  std::string_view text; ///< Markdown
};
/// Every page, by name.
std::span<const page> pages();
/// The names of the pages.
std::vector<std::string> page_names();
/// The first heading of a page, without its mark.
std::string_view title(const page& p);
/// What follows the heading `## NAME` of the page of terms, up to the next one.
std::optional<std::string_view> term(std::string_view name);
/// The terms that are explained.
std::vector<std::string> terms();

} // namespace fpcheck::cli
