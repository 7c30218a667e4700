#include "included_files.hpp"

#include <fpcheck/base/letters.hpp>
#include <fpcheck/tensor/digest.hpp>
#include <fpcheck/tensor/file.hpp>

#include "compiler_view.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

bool is_blank_of_line(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }

/// A backslash at the end of a line joins the next to it, within words too.
std::string joined_lines(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\\\n") ++i;
    else if (text.substr(i, 3) == "\\\r\n") i += 2;
    else out += text[i];
  }
  return out;
}

/// Whether a directive stands before `at`: `#`, in one of its spellings, or the end of a comment that may hide it.
bool follows_hash(std::string_view text, std::size_t at) {
  while (at > 0 && is_blank_of_line(text[at - 1])) --at;
  const std::string_view before = text.substr(0, at);
  return before.ends_with('#') || before.ends_with("*/") || before.ends_with("%:") || before.ends_with("\?\?=");
}

/// Follows the includes of one compilation.
class follower {
public:
  explicit follower(const std::vector<std::string>& directories) : directories_(directories) {}

  std::optional<std::string> run(const std::string& file, const std::string& text) {
    root_ = fs::path(file).parent_path();
    if (!follow(root_, text)) return std::nullopt;
    while (!open_.empty()) {
      const fs::path next = std::move(open_.back());
      open_.pop_back();
      const auto read = tensor::read_bytes(next.string(), most_bytes);
      if (!read || (bytes_ += read->size()) > most_bytes || !follow(next.parent_path(), *read)) return std::nullopt;
      digests_[named(next)] = tensor::sha256(*read);
    }
    std::string all;
    for (const auto& [name, digest] : digests_) all += name + '\n' + digest + '\n';
    return tensor::sha256(all);
  }

private:
  static constexpr std::size_t most_files = 4096, most_bytes = std::size_t{64} << 20;

  /// Below the source by its relative name, so that the place of the whole does not matter; elsewhere as the line table will name it.
  std::string named(const fs::path& path) const {
    const std::string root = root_.empty() ? "." : root_.string();
    if (!is_below(path.string(), root)) return fs::absolute(path).lexically_normal().string();
    return fs::absolute(path).lexically_normal().lexically_relative(fs::absolute(root).lexically_normal()).string();
  }
  void note(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error) || fs::is_directory(path, error) || is_installed(path.string(), "")) return;
    if (digests_.try_emplace(named(path)).second) open_.push_back(path);
  }
  bool follow(const fs::path& here, const std::string& text) {
    const include_names found = scan_includes(text);
    if (found.computed) return false;
    for (const std::string& name : found.names) {
      if (name.starts_with('/')) {
        note(name);
        continue;
      }
      note(here / name);
      note(root_ / name); // include_next and nested headers go on from there
      for (const std::string& d : directories_) note(fs::path(d) / name);
      if (digests_.size() > most_files) return false;
    }
    return true;
  }

  const std::vector<std::string>& directories_;
  fs::path root_;
  std::vector<fs::path> open_;
  std::map<std::string, std::string> digests_;
  std::size_t bytes_ = 0;
};

} // namespace

include_names scan_includes(std::string_view source) {
  include_names out;
  const std::string text = joined_lines(source);
  for (std::size_t at = text.find("include"); at != std::string::npos; at = text.find("include", at + 7)) {
    std::size_t end = at + 7, start = at;
    if (text.compare(end, 5, "_next") == 0) end += 5;
    if (text.compare(at >= 6 ? at - 6 : at, 6, "__has_") == 0) start = at - 6;
    const bool asks = start != at;
    if ((end < text.size() && is_letter(text[end]) && text.compare(end, 2, "__") != 0) || (start > 0 && is_letter(text[start - 1]))) continue;
    if (!asks && !follows_hash(text, start)) continue;
    while (end < text.size() && (is_blank_of_line(text[end]) || (asks && (text[end] == '(' || text[end] == '_')))) ++end;
    const char open = end < text.size() ? text[end] : '\0', close = open == '<' ? '>' : '"';
    const std::size_t stop = open == '<' || open == '"' ? text.find_first_of(std::string{close, '\n'}, end + 1) : std::string::npos;
    if (stop == std::string::npos || text[stop] != close) {
      out.computed = out.computed || !asks || (open != '\n' && open != '\0' && open != ')'); // `#ifdef __has_include` asks for nothing
      continue;
    }
    out.names.push_back(text.substr(end + 1, stop - end - 1));
  }
  return out;
}

std::optional<std::string> digest_of_included(const std::string& file, const std::string& text, const std::vector<std::string>& directories) {
  return follower(directories).run(file, text);
}

} // namespace fpcheck::session
