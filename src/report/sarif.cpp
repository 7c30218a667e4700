#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/plain_text.hpp>

#include "json.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
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

/// The text of a line, as it was attached.
std::optional<std::string> line_of(const document& d, const std::vector<analysis::frame>& stack) {
  if (stack.empty() || stack[0].line == 0) return std::nullopt;
  return attached_lines(d)(stack[0].file, stack[0].line);
}

/// What stays the same where lines move: a hash (FNV-1a) of rule, file, output and the line's text without blanks.
std::string fingerprint(const analysis::finding& f, const case_report& c, const std::optional<std::string>& line) {
  std::string text = std::string(analysis::id(f.rule)) + '\n' + (f.stack.empty() ? c.file : f.stack[0].file) + '\n' + f.output + '\n';
  for (const char x : line.value_or(""))
    if (x != ' ' && x != '\t') text += x;
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char x : text) hash = (hash ^ static_cast<unsigned char>(x)) * 0x100000001b3u;
  char out[24];
  std::snprintf(out, sizeof out, "%016llx", static_cast<unsigned long long>(hash));
  return out;
}

/// From the cause to the output, as viewers show it step by step.
json code_flow(const analysis::finding& f, const case_report& c) {
  json steps = json::array();
  for (const analysis::slice_step& s : f.slice) {
    json place = location(s.where.file.empty() ? c.file : s.where.file, s.where.line, s.where.column);
    place["message"] = message(s.instruction + " adds " + number(s.error) + " (" + number(s.error_ulps) + " ulp)");
    steps.push_back({{"location", place}});
  }
  if (!f.stack.empty()) {
    json place = location(f.stack, c.file);
    place["message"] = message(f.output.empty() ? "found here" : "found here, reaches " + f.output);
    steps.push_back({{"location", place}});
  }
  json flow = json::object(), out = json::object();
  flow["locations"] = steps, out["threadFlows"] = json::array({flow});
  return out;
}

json result_of(const analysis::finding& f, const case_report& c, const document& d) {
  const char* level = f.level == analysis::level::error     ? "error"
                      : f.level == analysis::level::warning ? "warning"
                                                            : "note";
  const std::string what = f.message.empty() ? std::string(analysis::summary(f.rule)) : f.message;
  json out{{"ruleId", analysis::id(f.rule)},
           {"level", level},
           {"message", message(what + " (" + c.title + ")")},
           {"locations", json::array({location(f.stack, c.file)})}};
  const auto line = line_of(d, f.stack);
  if (line) {
    json& region = out["locations"][0]["physicalLocation"]["region"];
    region["endLine"] = region["startLine"];
    if (region.contains("startColumn")) region["endColumn"] = std::max<std::size_t>(line->size() + 1, region["startColumn"].get<std::size_t>());
    region["snippet"] = {{"text", plain_text(*line)}};
  }
  out["partialFingerprints"] = {{"fpcheck/v1", fingerprint(f, c, line)}};
  if (!f.slice.empty()) out["codeFlows"] = json::array({code_flow(f, c)});
  json related = json::array();
  for (std::size_t i = 1; i < f.stack.size(); ++i) {
    related.push_back(location(f.stack[i].file, f.stack[i].line, f.stack[i].column));
    related.back()["message"] = message(f.stack[i].role.empty() ? "called from here" : f.stack[i].role + " here");
  }
  for (const analysis::slice_step& s : f.slice)
    if (s.where.line != 0 && related.size() < 8) {
      related.push_back(location(s.where.file, s.where.line, s.where.column));
      related.back()["message"] = message(number(100 * s.share, 2) + " % of the error: " + s.instruction);
    }
  json known = json::array(); // each place once, as the standard has it
  for (json& place : related)
    if (std::find(known.begin(), known.end(), place) == known.end()) known.push_back(std::move(place));
  related = std::move(known);
  if (!related.empty()) out["relatedLocations"] = std::move(related);
  if (f.suppressed) out["suppressions"] = {{{"kind", "inSource"}, {"justification", plain_text(f.suppression_reason)}}};
  return out;
}

json notification(const std::string& text, const json& where) {
  return {{"level", "error"}, {"message", message(text)}, {"locations", json::array({where})}};
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
      results.push_back(result_of(f, c, d));
    }
    for (const analysis::incomplete_note& n : c.run->incomplete)
      notifications.push_back(notification("incomplete: " + n.what, location(n.stack, c.file)));
  }
  for (const analysis::rule r : seen)
    rules.push_back({{"id", analysis::id(r)},
                     {"shortDescription", {{"text", analysis::summary(r)}}},
                     {"fullDescription", {{"text", plain_text(std::string(analysis::page(r)))}}},
                     {"help", {{"text", std::string(analysis::advice(r)) + ". fpcheck explain " + std::string(analysis::id(r)) + " tells more."}}}});
  const json run{{"tool", {{"driver", {{"name", "fpcheck"}, {"version", d.version}, {"rules", rules}}}}},
                 {"invocations",
                  {{{"executionSuccessful", notifications.empty()},
                    {"exitCode", static_cast<int>(d.verdict())},
                    {"toolExecutionNotifications", notifications}}}},
                 {"results", results}};
  const json out{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", json::array({run})}};
  return out.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace fpcheck::report
