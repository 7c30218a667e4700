#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>
#include <fpcheck/report/document.hpp>

#include "variants.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
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

bool is_counted(const finding& f) {
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

namespace {

/// Whether a case fails though nothing of it is an error by itself: an expectation that was not met, a warning that `--fail-on` lets fail.
bool fails_silently(const case_report& c, exit_code own) {
  if (own == exit_code::passed || !c.errors.empty()) return false;
  if (!c.run) return true;
  const auto shows = [](const finding& f) { return !f.suppressed && f.level == analysis::level::error; };
  return c.run->incomplete.empty() && std::none_of(c.run->findings.begin(), c.run->findings.end(), shows);
}

/// What a run found and could not check, a command each.
std::string run_commands(const case_report& c) {
  std::string out;
  for (const finding& f : c.run->findings) {
    if (f.suppressed) continue;
    const char* level = f.level == analysis::level::error ? "error" : f.level == analysis::level::warning ? "warning" : "notice";
    const bool placed = !f.stack.empty() && f.stack[0].line != 0;
    out += github_command(level, placed ? f.stack[0].file : c.file, placed ? f.stack[0].line : 0, placed ? f.stack[0].column : 0,
                          "fpcheck " + std::string(analysis::id(f.rule)), message_of(f));
  }
  for (const analysis::incomplete_note& n : c.run->incomplete) {
    const bool placed = !n.stack.empty() && n.stack[0].line != 0;
    // It fails the run: what could not be checked has not passed.
    out += github_command("error", placed ? n.stack[0].file : c.file, placed ? n.stack[0].line : 0, 0, "fpcheck incomplete", n.what);
  }
  return out;
}

} // namespace

std::string write_github(const document& d) {
  std::string out;
  for (std::size_t k = 0; k < d.cases.size(); ++k) {
    const case_report& c = d.cases[k];
    for (const diagnostic& e : c.errors)
      out += github_command("error", e.where.file.empty() ? c.file : e.where.file, e.where.line, e.where.column, "fpcheck", e.message);
    if (c.run) out += run_commands(c);
    if (fails_silently(c, d.own_verdict(k)))
      out += github_command("error", c.file, c.where.line, 0, "fpcheck " + name(c.verdict), c.title + (c.notes.empty() ? "" : ": " + c.notes.back()));
  }
  return out;
}

namespace {

/// What is wrong with a case: the first error, finding or gap, as the message of a failed test.
std::string headline_of(const case_report& c) {
  if (!c.errors.empty()) return c.errors[0].message;
  if (c.run)
    for (const finding& f : c.run->findings)
      if (is_counted(f)) return (place_of(f).empty() ? "" : place_of(f) + ": ") + message_of(f) + " [" + std::string(analysis::id(f.rule)) + ']';
  if (c.run && !c.run->incomplete.empty()) return "incomplete: " + c.run->incomplete[0].what;
  return c.notes.empty() ? name(c.verdict) : c.notes.back();
}

/// How cases came out.
struct tally {
  std::size_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;

  void add(const case_report& c, exit_code own) {
    ++tests;
    failures += own == exit_code::findings;
    errors += own != exit_code::findings && own != exit_code::passed; // what could not be checked has not passed
    seconds += c.run ? c.run->seconds : 0.0;
  }
  std::string attributes() const {
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", seconds);
    return " tests=\"" + std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"" + std::to_string(errors) + "\" time=\"" + time + '"';
  }
};

std::string junit_case(const case_report& c, exit_code verdict) {
  tally own;
  own.add(c, verdict);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.3f", own.seconds);
  std::string out = "    <testcase classname=\"" + xml(c.file) + "\" name=\"" + xml(c.title) + "\" file=\"" + xml(c.file) + "\"" +
                    (c.where.line != 0 ? " line=\"" + std::to_string(c.where.line) + '"' : "") + " time=\"" + seconds + "\">\n";
  std::string details;
  for (const diagnostic& e : c.errors) details += e.text();
  if (c.run) {
    for (const finding& f : c.run->findings)
      if (is_counted(f)) details += place_of(f) + ": " + message_of(f) + " [" + std::string(analysis::id(f.rule)) + "]\n  hint: " + (f.hint.empty() ? std::string(analysis::advice(f.rule)) : f.hint) + '\n';
    for (const analysis::incomplete_note& n : c.run->incomplete) details += "incomplete: " + n.what + '\n';
  }
  for (const std::string& note : c.notes) details += note + '\n';
  if (!c.replay.empty()) details += "again: " + c.replay + '\n';
  const char* const kind = own.failures != 0 ? "failure" : own.errors != 0 ? "error" : nullptr;
  if (kind != nullptr) out += std::string("      <") + kind + " type=\"" + xml(name(verdict)) + "\" message=\"" + xml(headline_of(c)) + "\">" + xml(details) + "</" + kind + ">\n";
  return out + "    </testcase>\n";
}

} // namespace

std::string write_junit(const document& d) {
  std::map<std::string, std::pair<tally, std::string>> suites; // by file
  tally all;
  for (std::size_t k = 0; k < d.cases.size(); ++k) {
    const case_report& c = d.cases[k];
    const exit_code own = d.own_verdict(k);
    all.add(c, own);
    auto& [counts_of_file, cases] = suites[c.file];
    counts_of_file.add(c, own);
    cases += junit_case(c, own);
  }
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"fpcheck\"" + all.attributes() + ">\n";
  for (const auto& [file, suite] : suites) out += "  <testsuite name=\"" + xml(file) + '"' + suite.first.attributes() + ">\n" + suite.second + "  </testsuite>\n";
  return out + "</testsuites>\n";
}

namespace {

constexpr const char* case_columns = "| case | verdict | findings |\n|---|---|---|\n";

std::string case_row(const case_report& c, exit_code own) {
  const auto n = c.run ? std::count_if(c.run->findings.begin(), c.run->findings.end(), is_counted) : 0;
  return "| " + code_cell(c.file + ": " + c.title) + " | " + name(own) + " | " + std::to_string(n) + " |\n";
}

/// Text of which no line ends: it cannot leave its block.
std::string one_line(const std::string& text) {
  std::string out = plain_text(text);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

/// What was found in a case, a row each.
std::string finding_rows(const case_report& c) {
  std::string out;
  for (const diagnostic& e : c.errors) out += "| " + cell(e.where.file) + " | error | " + cell(e.message) + " | " + cell(e.hint) + " |\n";
  if (!c.run) return out;
  for (const finding& f : c.run->findings)
    if (is_counted(f)) out += "| " + cell(place_of(f)) + " | `" + std::string(analysis::id(f.rule)) + "` | " + cell(message_of(f)) + " | " + cell(f.hint.empty() ? std::string(analysis::advice(f.rule)) : f.hint) + " |\n";
  for (const analysis::incomplete_note& note : c.run->incomplete) out += "| | incomplete | " + cell(note.what) + " | |\n";
  return out;
}

} // namespace

/// Fit for a comment on a pull request: what fails first, with what to do and how to run it again; what passed is folded.
std::string write_markdown(const document& d) {
  std::string failed, passed, findings, replays;
  std::size_t good = 0;
  for (std::size_t k = 0; k < d.cases.size(); ++k) {
    const case_report& c = d.cases[k];
    const exit_code own = d.own_verdict(k);
    (own == exit_code::passed ? passed : failed) += case_row(c, own);
    good += own == exit_code::passed;
    findings += finding_rows(c);
    if (c.verdict != exit_code::passed && !c.replay.empty()) replays += "    " + one_line(c.replay) + '\n';
  }
  std::string out = "# fpcheck: " + name(d.verdict()) + "\n\n" + std::to_string(good) + " of " + std::to_string(d.cases.size()) + (d.cases.size() == 1 ? " case passes" : " cases pass") + ".\n";
  if (!failed.empty()) out += '\n' + std::string(case_columns) + failed;
  if (!findings.empty()) out += "\n| place | rule | what | what to do |\n|---|---|---|---|\n" + findings;
  if (!replays.empty()) out += "\nRun again:\n\n" + replays;
  for (const case_report& c : d.cases) {
    if (!c.variants.empty()) out += '\n';
    for (const std::string& line : variant_table(c.variants)) out += "    " + one_line(line) + '\n';
  }
  if (!passed.empty()) out += "\n<details><summary>" + std::to_string(good) + " passed</summary>\n\n" + case_columns + passed + "\n</details>\n";
  return out;
}

} // namespace fpcheck::report
