#include "pages.hpp"

#include <algorithm>

namespace fpcheck::cli {
namespace {

constexpr std::string_view heading = "\n## ";

std::string_view terms_page() {
  const auto all = pages();
  const auto p = std::find_if(all.begin(), all.end(), [](const page& x) { return x.name == "terms"; });
  return p == all.end() ? std::string_view() : p->text;
}

} // namespace

std::vector<std::string> page_names() {
  std::vector<std::string> out;
  for (const page& p : pages()) out.emplace_back(p.name);
  return out;
}

std::string_view title(const page& p) {
  const std::string_view line = p.text.substr(0, p.text.find('\n'));
  return line.substr(std::min(line.find_first_not_of("# "), line.size()));
}

std::optional<std::string_view> term(std::string_view name) {
  const std::string_view text = terms_page();
  const std::size_t at = text.find(std::string(heading) + std::string(name) + '\n');
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t from = at + heading.size() + name.size() + 2, end = text.find(heading, from); // a blank line follows the heading
  return text.substr(from, end == std::string_view::npos ? end : end - from);
}

std::vector<std::string> terms() {
  std::vector<std::string> out;
  const std::string_view text = terms_page();
  for (std::size_t at = text.find(heading); at != std::string_view::npos; at = text.find(heading, at + 1)) {
    const std::size_t from = at + heading.size();
    out.emplace_back(text.substr(from, text.find('\n', from) - from));
  }
  return out;
}

} // namespace fpcheck::cli
