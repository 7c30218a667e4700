#include <fpcheck/base/diagnostic.hpp>

#include <fpcheck/base/plain_text.hpp>

#include <algorithm>
#include <vector>

namespace fpcheck {
std::string diagnostic::text() const {
  constexpr std::size_t most_of_message = 6000, most_of_name = 1000;
  std::string out;
  if (!where.file.empty()) {
    out += one_line(clipped(where.file, most_of_name)) + ':';
    if (where.line != 0) out += std::to_string(where.line) + ':';
    if (where.line != 0 && where.column != 0) out += std::to_string(where.column) + ':';
    out += ' ';
  }
  out += "error: " + clipped(message, most_of_message) + '\n';
  if (!excerpt.empty()) {
    const pointed_line shown = point_at(excerpt, where.column);
    out += "  " + shown.text + '\n';
    if (where.column != 0) out += "  " + shown.indent + "^\n";
  }
  if (!hint.empty()) out += "  hint: " + clipped(hint, most_of_name) + '\n';
  return log_text(out);
}

std::size_t edit_distance(const std::string& a, const std::string& b) {
  constexpr std::size_t longest_name = 1000; // nobody mistypes a longer one
  if (std::max(a.size(), b.size()) > longest_name) return std::max(a.size(), b.size());
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

} // namespace fpcheck
