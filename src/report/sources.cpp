#include <fpcheck/report/document.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace fpcheck::report {
namespace {

constexpr std::uint32_t whole_file = 400; ///< lines of a file that is attached whole
constexpr std::uint32_t around = 12;      ///< lines on either side of a place in a larger one

using places = std::map<std::string, std::set<std::uint32_t>>;

void collect(places& out, const std::vector<analysis::frame>& stack) {
  for (const analysis::frame& f : stack)
    if (!f.file.empty() && f.line != 0) out[f.file].insert(f.line);
}

places places_of(const document& d) {
  places out;
  for (const case_report& c : d.cases) {
    if (!c.run) continue;
    for (const analysis::finding& f : c.run->findings) {
      collect(out, f.stack);
      for (const analysis::slice_step& s : f.slice) collect(out, {s.where});
    }
    for (const analysis::line_error& l : c.run->lines) collect(out, l.stack);
    for (const analysis::incomplete_note& n : c.run->incomplete) collect(out, n.stack);
  }
  return out;
}

/// The lines from `first` to `last`, or up to the end of the file.
source_text read_lines(const source_reader& source, const std::string& file, std::uint32_t first, std::uint32_t last) {
  source_text out{file, first, {}};
  for (std::uint32_t n = first; n <= last; ++n) {
    auto text = source(file, n);
    if (!text) break;
    out.lines.push_back(*std::move(text));
  }
  return out;
}

} // namespace

void attach_sources(document& d, const source_reader& source) {
  if (!source) return;
  for (const auto& [file, lines] : places_of(d)) {
    if (!source(file, 1)) continue;
    if (!source(file, whole_file + 1)) {
      d.sources.push_back(read_lines(source, file, 1, whole_file));
      continue;
    }
    for (auto at = lines.begin(); at != lines.end();) {
      const std::uint32_t first = *at > around ? *at - around : 1;
      std::uint32_t last = *at + around;
      for (++at; at != lines.end() && *at <= last + around + 1; ++at) last = *at + around;
      d.sources.push_back(read_lines(source, file, first, last));
    }
  }
}

source_reader attached_lines(const document& d) {
  return [&d](const std::string& file, std::uint32_t line) -> std::optional<std::string> {
    for (const source_text& s : d.sources)
      if (s.file == file && line >= s.first_line && line - s.first_line < s.lines.size()) return s.lines[line - s.first_line];
    return std::nullopt;
  };
}

} // namespace fpcheck::report
