#include "mcp_tools.hpp"

#include <fpcheck/report/document.hpp>

#include <algorithm>

namespace fpcheck::cli::mcp {
namespace {

constexpr std::size_t most_text = 65536, most_items = 12, most_result = std::size_t{256} << 10;

/// The first `most` of a list; what is left out is counted.
std::size_t shorten(json& list, std::size_t most) {
  if (!list.is_array() || list.size() <= most) return 0;
  const std::size_t gone = list.size() - most;
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(most), list.end());
  return gone;
}

std::string shortened(std::string text) {
  if (text.size() <= most_text) return text;
  text.resize(most_text);
  return text + "\n.. cut here";
}

/// A case without what only pages show: maps, histograms, digests.
std::size_t strip(json& c) {
  std::size_t gone = 0;
  for (const char* key : {"findings", "outputs", "comparisons", "incomplete", "errors", "what_if", "notes", "inputs"})
    if (c.contains(key)) gone += shorten(c[key], most_items);
  for (json& f : c["findings"]) shorten(f["slice"], 3), shorten(f["stack"], 4);
  for (json& o : c["outputs"]) o.erase("errors");
  for (json& k : c["comparisons"]) shorten(k["worst"], 3);
  shorten(c["lines"], 5);
  if (c["printed"].is_array()) gone += shorten(c["printed"], most_items);
  return gone;
}

bool failed(const json& c) { return c["verdict"] != "passed"; }

/// The finding that a case is judged by: an error before a warning.
const json* worst_finding(const json& c) {
  const json* worst = nullptr;
  for (const json& f : c["findings"])
    if (!f["suppressed"] && (worst == nullptr || (f["level"] == "error" && (*worst)["level"] != "error"))) worst = &f;
  return worst;
}

/// The arguments of the request for the kernel of one case: a case of a file is chosen by its kernel.
json same_arguments(const json& arguments) {
  json out = arguments;
  out.erase("changes");
  return out;
}

json step(std::string why, const char* tool_name, json arguments) { return {{"why", std::move(why)}, {"tool", tool_name}, {"arguments", std::move(arguments)}}; }

/// A numeric finding at a line is tried in binary64 there; of others the rule is explained.
json after_finding(const tool& t, const json& arguments, const json& c, const json& f) {
  const bool placed = !f["stack"].empty() && f["stack"][0]["line"] != 0;
  const bool numeric = f["excess"].is_number();
  if (std::string_view(t.name) == "run" && placed && numeric) {
    json again = same_arguments(arguments);
    again["changes"] = {"line " + f["stack"][0]["line"].dump() + ": f64"};
    return step(c["next"].get<std::string>() + ". Whether a wider line would do:", "what_if", std::move(again));
  }
  return step(c["next"], "explain", {{"rule", f["rule"]}});
}

json next_of(const tool& t, const json& arguments, const json& document) {
  const json& cases = document["cases"];
  const auto c = std::find_if(cases.begin(), cases.end(), failed);
  if (c == cases.end()) {
    const auto unchecked = std::find_if(cases.begin(), cases.end(), [](const json& x) { return x["next"] != "nothing"; });
    if (unchecked == cases.end() || arguments.contains("ref")) return {{"why", "nothing is left to do"}};
    json again = same_arguments(arguments);
    again["ref"] = json::array({"OUT=EXPR"});
    return step("passed, but only rounding and memory were checked: say what the outputs should be", "run", std::move(again));
  }
  if (const json* const f = worst_finding(*c)) return after_finding(t, arguments, *c, *f);
  if (!(*c)["errors"].empty() && !arguments.contains("launch") && arguments["file"].get<std::string>().ends_with(".cu")) return step((*c)["next"], "init", {{"file", arguments["file"]}});
  return step((*c)["next"], "run", same_arguments(arguments));
}

/// A run that left no document: its words were wrong, or it was ended.
json without_document(const tool& t, const json& arguments, const call& c, const outcome& o) {
  json out;
  const bool ended = o.too_long || o.too_much;
  out["verdict"] = ended ? "incomplete" : o.status == 2 ? "usage" : "internal-error";
  out["exit_code"] = ended ? 3 : o.status;
  out["message"] = o.too_long ? "ended after " + std::to_string(c.seconds) + " seconds" : o.too_much ? "ended: it wrote too much" : shortened(o.err);
  const bool source = arguments.contains("file") && arguments["file"].get<std::string>().ends_with(".cu") && std::string_view(t.name) != "init";
  if (ended) out["next"] = {{"why", "give more 'seconds', or smaller extents"}};
  else if (source && !arguments.contains("launch")) out["next"] = step("a case for the kernel, with its launch and values:", "init", {{"file", arguments["file"]}});
  else out["next"] = {{"why", "mend the arguments as the message says"}};
  return out;
}

json of_text(const outcome& o) {
  json out{{"verdict", report::name(static_cast<exit_code>(o.status))}, {"exit_code", o.status}, {"text", shortened(o.out)}};
  if (!o.err.empty()) out["message"] = shortened(o.err);
  return out;
}

} // namespace

json result_of(const tool& t, const json& arguments, const call& c, const outcome& o) {
  if (o.too_long || o.too_much) return without_document(t, arguments, c, o);
  if (t.kind == result_kind::text) {
    if (o.status == 2 || o.out.empty()) return without_document(t, arguments, c, o);
    json out = of_text(o);
    const bool cases = std::string_view(t.name) == "init";
    out["next"] = cases ? step("run the case that fits the kernel: the words behind '// fpcheck: KERNEL' are 'launch' and 'values'", "run", {{"file", arguments["file"]}}) : json{{"why", "mend the line, then run it again"}};
    return out;
  }
  json document = json::parse(o.out, nullptr, false);
  if (!document.is_object() || !document.contains("cases") || !document["cases"].is_array()) return without_document(t, arguments, c, o);
  json out{{"verdict", document["verdict"]}, {"exit_code", document["exit_code"]}, {"next", next_of(t, arguments, document)}};
  std::size_t gone = 0;
  for (json& each : document["cases"]) gone += strip(each);
  gone += shorten(document["cases"], 4 * most_items);
  while (document["cases"].size() > 1 && document["cases"].dump(-1, ' ', false, json::error_handler_t::replace).size() > most_result)
    document["cases"].erase(document["cases"].end() - 1), ++gone;
  out["cases"] = std::move(document["cases"]);
  out["left_out"] = gone;
  return out;
}

} // namespace fpcheck::cli::mcp
