#include <fpcheck/session/file_words.hpp>

#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <filesystem>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

/// Looks at each `@path` in a value: at its beginning, and behind what may stand before a path.
result<void> check_value(const launch::word& w) {
  if (!is_from_file(w)) return {};
  for (std::size_t at = w.text.find('@'); at != std::string::npos; at = w.text.find('@', at + 1)) {
    const bool starts = at == 0 || std::string_view(":=(,").find(w.text[at - 1]) != std::string_view::npos;
    if (!starts) continue; // a matrix product
    // The path may end before a key or a type.
    for (std::size_t end = at + 1; end != std::string::npos;) {
      end = w.text.find_first_of("#:,)", end + 1);
      if (const auto below = path_below(w, w.text.substr(at + 1, end - at - 1), directory_of(w)); !below) return tl::unexpected(below.error());
    }
  }
  return {};
}

} // namespace

bool is_from_file(const launch::word& w) { return w.where.file != launch::command_line_name; }

std::string directory_of(const launch::word& w) {
  const std::string parent = fs::path(w.where.file).parent_path().string();
  return parent.empty() ? "." : parent;
}

bool leads_outside(const std::string& path) {
  std::error_code error;
  const fs::path parent = fs::path(path).parent_path();
  const fs::path root = fs::weakly_canonical(parent.empty() ? "." : parent, error), there = fs::weakly_canonical(path, error);
  return error || std::mismatch(root.begin(), root.end(), there.begin(), there.end()).first != root.end();
}

diagnostic without_foreign_text(diagnostic d, const std::string& path) {
  if (d.excerpt.empty() && d.where.line == 0) return d; // about the file, not its text
  if (!leads_outside(path)) return d;
  return {"cannot be read as what its name says", {path, d.where.line}, {}, "it is a link to a file elsewhere, whose text is not shown", d.code};
}

result<std::string> path_below(const launch::word& w, const std::string& path, const std::string& directory) {
  std::error_code error;
  const fs::path root = fs::canonical(directory, error);
  const fs::path there = fs::weakly_canonical(root / path, error);
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), there.begin(), there.end());
  const fs::path named(path);
  const bool climbs = std::any_of(named.begin(), named.end(), [](const fs::path& part) { return part == ".."; });
  if (error || climbs || path.starts_with('/') || end != root.end())
    return tl::unexpected(w.error("this file names " + tensor::quoted(path) + ", which is not under its own directory",
                                  "the words of a file stay under its directory; --trust on the command line lets them leave it"));
  return there.string();
}

result<void> check_file_words(const launch::case_text& text) {
  for (const launch::launch_text& l : text.launches)
    for (const launch::assignment& a : l.assignments)
      if (const auto ok = check_value(a.value); !ok) return ok;
  for (const launch::option_text& o : text.options)
    if (const auto ok = check_value(o.value); !ok) return ok;
  return {};
}

} // namespace fpcheck::session
