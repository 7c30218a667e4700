#include "reports.hpp"

#include <fpcheck/tensor/file.hpp>

#include "terminal.hpp"

#include <algorithm>
#include <ostream>

namespace fpcheck::cli {
namespace {

/// "json:out.json" in its parts; a file without a format is told by its ending.
std::pair<std::string, std::string> split_target(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) return {text.substr(0, colon), text.substr(colon + 1)};
  const std::pair<const char*, const char*> endings[] = {
      {".json", "json"}, {".sarif", "sarif"}, {".xml", "junit"}, {".md", "markdown"}, {".txt", "text"}, {".html", "html"}};
  for (const auto& [ending, format] : endings)
    if (text.ends_with(ending)) return {format, text};
  return {"", text};
}

result<void> check_format(const std::string& name) {
  const auto& names = report::format_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  const std::string near = nearest_name(name, names);
  return fail("no report format is called " + tensor::quoted(name), {"command line"},
              near.empty() ? "there are text json sarif junit github markdown html" : "did you mean '" + near + "'?");
}

} // namespace

exit_code complain(const diagnostic& d, const streams& s) {
  s.err << d.text();
  return d.code;
}

result<void> check_reports(const report_choice& choice) {
  if (const auto ok = check_format(choice.format); !ok) return ok;
  for (const std::string& file : choice.files) {
    const auto [format, path] = split_target(file);
    if (format.empty() || path.empty())
      return fail("no report is written to " + tensor::quoted(file), {"command line"}, "write -o json:report.json");
    if (const auto ok = check_format(format); !ok) return ok;
  }
  return {};
}

namespace {

bool has_format(const report_choice& choice, std::initializer_list<std::string_view> formats) {
  const auto is_one = [&](const std::string& format) { return std::find(formats.begin(), formats.end(), format) != formats.end(); };
  return is_one(choice.format) || std::any_of(choice.files.begin(), choice.files.end(), [&](const std::string& f) { return is_one(split_target(f).first); });
}

} // namespace

bool wants_everything(const report_choice& choice) { return has_format(choice, {"json", "html"}); }

exit_code write_reports(report::document d, const report_choice& choice, const report::source_reader& source,
                        const streams& s) {
  exit_code code = d.verdict();
  if (d.sources.empty() && has_format(choice, {"json", "html", "sarif"})) report::attach_sources(d, source);
  for (const std::string& file : choice.files) {
    const auto [format, path] = split_target(file);
    const auto text = report::write(d, format, source, report::colour::off);
    const auto written = text ? tensor::write_bytes(path, *text) : text;
    if (!written) code = worse(code, complain(written.error(), s));
  }
  const auto text = report::write(d, choice.format, source, stdout_colour());
  if (!text) return worse(code, complain(text.error(), s));
  s.out << *text;
  // Errors of a text report are part of it; the other formats are read by machines, so that people see them here.
  if (choice.format != "text")
    for (const report::case_report& c : d.cases)
      for (const diagnostic& e : c.errors) s.err << e.text();
  return code;
}

} // namespace fpcheck::cli
