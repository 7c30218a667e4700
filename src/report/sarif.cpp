#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>

#include "json.hpp"

#include <set>
#include <string_view>

namespace fpcheck::report {
namespace {

using json = nlohmann::ordered_json;

/// A file's name as a URI reference. A colon is encoded: before the first slash it would end a scheme.
std::string uri(const std::string& file) {
  constexpr const char* digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
                       std::string_view("-._~/!$&'()*+,;=@").find(c) != std::string_view::npos;
    if (plain) out += c;
    else out += std::string("%") + digits[byte >> 4] + digits[byte & 15];
  }
  return out;
}

json location(const std::string& file, std::uint32_t line, std::uint32_t column) {
  json region{{"startLine", line == 0 ? 1 : line}};
  if (column != 0) region["startColumn"] = column;
  return {{"physicalLocation", {{"artifactLocation", {{"uri", uri(file)}}}, {"region", region}}}};
}

/// A message: shown as it is, so without what would act on a reader.
json message(const std::string& text) { return {{"text", plain_text(text)}}; }

/// The place of a finding: its source line, or the kernel's file where it has none.
json location(const std::vector<analysis::frame>& stack, const std::string& file) {
  return stack.empty() || stack[0].line == 0 ? location(file, 0, 0)
                                             : location(stack[0].file, stack[0].line, stack[0].column);
}

json result_of(const analysis::finding& f, const case_report& c) {
  const char* level = f.level == analysis::level::error     ? "error"
                      : f.level == analysis::level::warning ? "warning"
                                                            : "note";
  const std::string what = f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
  json out{{"ruleId", analysis::id(f.rule)},
           {"level", level},
           {"message", message(what + " (" + c.title + ")")},
           {"locations", {location(f.stack, c.file)}}};
  json related = json::array();
  for (std::size_t i = 1; i < f.stack.size(); ++i) {
    related.push_back(location(f.stack[i].file, f.stack[i].line, f.stack[i].column));
    related.back()["message"] = message("called from here");
  }
  if (!related.empty()) out["relatedLocations"] = std::move(related);
  if (f.suppressed) out["suppressions"] = {{{"kind", "inSource"}, {"justification", plain_text(f.suppression_reason)}}};
  return out;
}

json notification(const std::string& text, const json& where) {
  return {{"level", "error"}, {"message", message(text)}, {"locations", {where}}};
}

} // namespace

std::string write_sarif(const document& d) {
  json results = json::array(), rules = json::array(), notifications = json::array();
  std::set<analysis::rule> seen;
  for (const case_report& c : d.cases) {
    for (const diagnostic& e : c.errors)
      notifications.push_back(notification(
          e.message, location(e.where.file.empty() ? c.file : e.where.file, e.where.line, e.where.column)));
    if (!c.run) continue;
    for (const analysis::finding& f : c.run->findings) {
      seen.insert(f.rule);
      results.push_back(result_of(f, c));
    }
    for (const analysis::incomplete_note& n : c.run->incomplete)
      notifications.push_back(notification("incomplete: " + n.what, location(n.stack, c.file)));
  }
  for (const analysis::rule r : seen)
    rules.push_back({{"id", analysis::id(r)},
                     {"shortDescription", {{"text", analysis::summary(r)}}},
                     {"help", {{"text", analysis::advice(r)}}}});
  const json run{{"tool", {{"driver", {{"name", "fpcheck"}, {"version", d.version}, {"rules", rules}}}}},
                 {"invocations",
                  {{{"executionSuccessful", notifications.empty()},
                    {"exitCode", static_cast<int>(d.verdict())},
                    {"toolExecutionNotifications", notifications}}}},
                 {"results", results}};
  const json out{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", {run}}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace fpcheck::report
