#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/report/document.hpp>

#include "variants.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace fpcheck::report {
namespace {

using analysis::finding;

std::string message_of(const finding& f) {
  return f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
}

std::string place_of(const finding& f) {
  if (f.stack.empty() || f.stack[0].line == 0) return f.ptx_line == 0 ? "" : "PTX line " + std::to_string(f.ptx_line);
  return f.stack[0].file + ':' + std::to_string(f.stack[0].line);
}

bool counts(const finding& f) {
  return !f.suppressed && f.level != analysis::level::note;
}

/// XML text: markup escaped, characters that XML forbids replaced.
std::string xml(const std::string& text) {
  std::string out;
  for (const char c : plain_text(text)) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

/// Which part of a workflow command a text stands in.
enum class command_part : std::uint8_t { property, message };

/// A part of a workflow command; properties need commas and colons escaped too.
std::string github_text(const std::string& text, command_part part) {
  std::string out;
  for (const char c : plain_text(text)) {
    if (c == '%' || c == '\n' || (part == command_part::property && (c == ':' || c == ','))) {
      char code[8];
      std::snprintf(code, sizeof code, "%%%02X", static_cast<unsigned>(c));
      out += code;
    } else {
      out += c;
    }
  }
  return out;
}

std::string github_command(const std::string& level, const std::string& file, std::uint32_t line, std::uint32_t column,
                           const std::string& title, const std::string& message) {
  std::string out = "::" + level + " file=" + github_text(file, command_part::property);
  if (line != 0) out += ",line=" + std::to_string(line);
  if (line != 0 && column != 0) out += ",col=" + std::to_string(column);
  return out + ",title=" + github_text(title, command_part::property) + "::" + github_text(message, command_part::message) + '\n';
}

/// Text in a cell of a Markdown table: no markup, links, HTML or end of the cell comes out of it.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : plain_text(text)) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '\n') out += ' ';
    else if (std::string_view("\\`|[]").find(c) != std::string_view::npos) out += std::string("\\") + c;
    else out += c;
  }
  return out;
}

/// Code in a cell: between more backticks in a row than it holds itself.
std::string code_cell(const std::string& text) {
  std::string code;
  std::size_t run = 0, longest = 0;
  for (const char c : plain_text(text)) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    code += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
  }
  const std::string fence(longest + 1, '`'), space = longest > 0 ? " " : "";
  return fence + space + code + space + fence;
}

} // namespace

std::string write_github(const document& d) {
  std::string out;
  for (const case_report& c : d.cases) {
    for (const diagnostic& e : c.errors)
      out += github_command("error", e.where.file.empty() ? c.file : e.where.file, e.where.line, e.where.column,
                            "fpcheck", e.message);
    if (!c.run) continue;
    for (const finding& f : c.run->findings) {
      if (f.suppressed) continue;
      const char* level = f.level == analysis::level::error     ? "error"
                          : f.level == analysis::level::warning ? "warning"
                                                                : "notice";
      const bool placed = !f.stack.empty() && f.stack[0].line != 0;
      out +=
          github_command(level, placed ? f.stack[0].file : c.file, placed ? f.stack[0].line : 0,
                         placed ? f.stack[0].column : 0, "fpcheck " + std::string(analysis::id(f.rule)), message_of(f));
    }
    for (const analysis::incomplete_note& n : c.run->incomplete) {
      const bool placed = !n.stack.empty() && n.stack[0].line != 0;
      out += github_command("warning", placed ? n.stack[0].file : c.file, placed ? n.stack[0].line : 0, 0,
                            "fpcheck incomplete", n.what);
    }
  }
  return out;
}

std::string write_junit(const document& d) {
  std::string cases;
  std::size_t failures = 0, errors = 0;
  for (const case_report& c : d.cases) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", c.run ? c.run->seconds : 0.0);
    cases += "  <testcase classname=\"" + xml(c.file) + "\" name=\"" + xml(c.title) + "\" time=\"" + seconds + "\">\n";
    std::string details;
    for (const diagnostic& e : c.errors) details += e.text();
    if (c.run) {
      for (const finding& f : c.run->findings)
        if (counts(f)) details += place_of(f) + ": " + message_of(f) + " [" + std::string(analysis::id(f.rule)) + "]\n";
      for (const analysis::incomplete_note& n : c.run->incomplete) details += "incomplete: " + n.what + '\n';
    }
    if (c.verdict == exit_code::findings) {
      ++failures;
      cases += "    <failure message=\"" + xml(name(c.verdict)) + "\">" + xml(details) + "</failure>\n";
    } else if (c.verdict != exit_code::passed) {
      // Incomplete is an error: what could not be checked has not passed.
      ++errors;
      cases += "    <error message=\"" + xml(name(c.verdict)) + "\">" + xml(details) + "</error>\n";
    }
    cases += "  </testcase>\n";
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"fpcheck\" tests=\"" +
         std::to_string(d.cases.size()) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"" +
         std::to_string(errors) + "\">\n" + cases + "</testsuite>\n";
}

std::string write_markdown(const document& d) {
  std::string out = "# fpcheck: " + name(d.verdict()) + "\n\n| case | verdict | findings |\n|---|---|---|\n";
  std::string findings, variants;
  for (const case_report& c : d.cases) {
    std::size_t n = 0;
    if (c.run)
      for (const finding& f : c.run->findings) {
        if (!counts(f)) continue;
        ++n;
        findings += "| " + cell(place_of(f)) + " | `" + std::string(analysis::id(f.rule)) + "` | " +
                    cell(message_of(f)) + " |\n";
      }
    for (const diagnostic& e : c.errors)
      findings += "| " + cell(e.where.file) + " | error | " + cell(e.message) + " |\n";
    if (c.run)
      for (const analysis::incomplete_note& note : c.run->incomplete)
        findings += "| | incomplete | " + cell(note.what) + " |\n";
    out += "| " + code_cell(c.file + ": " + c.title) + " | " + name(c.verdict) + " | " + std::to_string(n) + " |\n";
  }
  for (const case_report& c : d.cases)
    if (!c.variants.empty()) {
      variants += "\n```\n";
      for (const std::string& line : variant_table(c.variants)) variants += line + '\n';
      variants += "```\n";
    }
  if (!findings.empty()) out += "\n| place | rule | what |\n|---|---|---|\n" + findings;
  return out + variants;
}

} // namespace fpcheck::report
