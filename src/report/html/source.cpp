#include "page.hpp"

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>


#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace fpcheck::report::html {
namespace {

constexpr std::uint32_t context = 5;   ///< lines shown on either side of one that matters
constexpr std::size_t longest_line = 2000; ///< bytes that are shown whole
constexpr std::uint32_t least_fold = 3; ///< fewer lines than this are not folded away

/// What the margin of one file says, by line.
struct margin {
  std::map<std::uint32_t, std::vector<const analysis::finding*>> findings;
  std::map<std::uint32_t, std::vector<const analysis::line_error*>> shares;
  std::map<std::uint32_t, std::vector<const analysis::incomplete_note*>> incomplete;

  bool matters(std::uint32_t line) const { return findings.contains(line) || shares.contains(line) || incomplete.contains(line); }
  bool empty() const { return findings.empty() && shares.empty() && incomplete.empty(); }
};

margin margin_of(const std::string& file, const analysis::run_result& run) {
  margin out;
  const auto here = [&](const std::vector<analysis::frame>& stack) { return !stack.empty() && stack[0].file == file && stack[0].line != 0; };
  for (const analysis::finding& f : run.findings)
    if (here(f.stack)) out.findings[f.stack[0].line].push_back(&f);
  for (const analysis::line_error& l : run.lines)
    if (here(l.stack)) out.shares[l.stack[0].line].push_back(&l);
  for (const analysis::incomplete_note& n : run.incomplete)
    if (here(n.stack)) out.incomplete[n.stack[0].line].push_back(&n);
  return out;
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, share > 0 && share < 0.01 ? "<1 %%" : "%.0f %%", 100 * share);
  return text;
}

std::string share_cell(const margin& m, std::uint32_t line) {
  const auto found = m.shares.find(line);
  if (found == m.shares.end()) return "<span class=\"part\"></span>";
  double most = 0;
  std::string title;
  for (const analysis::line_error* l : found->second) {
    most = std::max(most, l->share);
    title += (title.empty() ? "" : "\n") + l->output + ": " + percent(l->share) + " of the error, at most " + number(l->error_ulps) + " ulp in an element (" +
             l->instruction + ')';
  }
  return "<span class=\"part\" title=\"" + escaped(title) + "\">" + share_bar(most) + text_element("b", "", percent(most)) + "</span>";
}

/// The line itself, its comment dimmed. A // inside a string is taken for one, which costs a colour only.
std::string code_of(const std::string& line) {
  const std::string text = line.size() > longest_line ? point_at(line, 0).text : line;
  const std::size_t comment = text.find("//");
  return escaped(std::string_view(text).substr(0, comment)) +
         (comment == std::string::npos ? "" : text_element("span", "comment", std::string_view(text).substr(comment)));
}

std::string inline_stack(const std::vector<analysis::frame>& stack) {
  std::string out;
  for (std::size_t i = 1; i < stack.size(); ++i)
    out += text_element("li", "", (stack[i].role.empty() ? "in " + (stack[i - 1].function.empty() ? "a function" : stack[i - 1].function) + ", called from " : stack[i].role + ", at ") +
                                      stack[i].file + ':' + std::to_string(stack[i].line));
  return out.empty() ? out : element("ol", "stack", out);
}

std::string annotation(const analysis::finding& f) {
  const std::string classes = "say " + std::string(f.suppressed ? "note" : level_class(f.level));
  std::string body = text_element("b", "", std::string(analysis::id(f.rule)) + ' ') + escaped(message_of(f));
  if (f.suppressed) body += text_element("em", "", " allowed: " + f.suppression_reason);
  return element("div", classes, body + inline_stack(f.stack));
}

std::string line_of(const source_text& s, const margin& m, std::uint32_t line) {
  const std::string& text = s.lines[line - s.first_line];
  const bool found = m.findings.contains(line);
  std::string out = element("div", found ? "line found" : "line",
                            text_element("span", "number", std::to_string(line)) + share_cell(m, line) + element("code", "", code_of(text)));
  if (const auto at = m.findings.find(line); at != m.findings.end())
    for (const analysis::finding* f : at->second) out += annotation(*f);
  if (const auto at = m.incomplete.find(line); at != m.incomplete.end())
    for (const analysis::incomplete_note* n : at->second)
      out += element("div", "say warning", text_element("b", "", "incomplete ") + escaped(n->what));
  return out;
}

std::string file_listing(const source_text& s, const margin& m) {
  const auto end = s.first_line + static_cast<std::uint32_t>(s.lines.size());
  std::set<std::uint32_t> shown;
  for (std::uint32_t line = s.first_line; line < end; ++line)
    if (m.matters(line))
      for (std::uint32_t k = line > context ? line - context : 1; k <= line + context; ++k) shown.insert(k);
  std::string out;
  for (std::uint32_t line = s.first_line; line < end;) {
    std::uint32_t stop = line;
    while (stop < end && !shown.contains(stop)) ++stop;
    std::string hidden;
    for (std::uint32_t k = line; k < stop; ++k) hidden += line_of(s, m, k);
    if (stop - line >= least_fold)
      out += element("details", "fold", text_element("summary", "", "lines " + std::to_string(line) + " to " + std::to_string(stop - 1)) + hidden);
    else
      out += hidden;
    if (stop < end) out += line_of(s, m, stop), ++stop;
    line = stop;
  }
  return element("div", "source", out);
}

} // namespace

std::string source_listing(const document& d, const case_report& c) {
  if (!c.run) return {};
  std::string out;
  for (const source_text& s : d.sources) {
    const margin m = margin_of(s.file, *c.run);
    if (m.empty() || s.lines.empty()) continue;
    out += text_element("h4", "file", s.file) + file_listing(s, m);
  }
  if (out.empty()) return out;
  const std::string about = c.run->lines.empty() ? "" : text_element("p", "caption", "The bar before a line is its share of the output's error, replayed for the worst and some evenly spread elements.");
  return element("section", "", text_element("h3", "", "Source") + about + out);
}

} // namespace fpcheck::report::html
