#include "mcp_server.hpp"

#include "version.hpp"

#include <algorithm>

namespace fpcheck::cli::mcp {
namespace {

constexpr int parse_error = -32700, invalid_request = -32600, no_method = -32601, invalid_parameters = -32602;
/// Revisions of the protocol that this speaks, the newest first.
constexpr const char* revisions[] = {"2025-06-18", "2025-03-26", "2024-11-05"};
constexpr int most_depth = 32;

constexpr const char* instructions =
    "fpcheck runs CUDA kernels on the CPU, bit for bit as a card does, and says which source line lost the bits, made the NaN, raced or read outside. "
    "Begin with init for a kernel without a case, then run; follow 'next'. Exit codes: 0 passed, 1 findings, 2 usage, 3 could not be decided, 4 defect of fpcheck.";

std::string line(const json& message) { return message.dump(-1, ' ', true, json::error_handler_t::replace); }
std::string refusal(const json& id, const rpc_error& e) { return line({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", e.code}, {"message", e.message}}}}); }

/// Parses without going deep: a list in a list in a list has no meaning here.
json parse(std::string_view text) {
  const auto shallow = [](int depth, json::parse_event_t, json&) { return depth < most_depth; };
  return json::parse(text, shallow, false);
}

json initialized(const json& parameters) {
  const json asked = parameters.is_object() ? parameters.value("protocolVersion", json()) : json();
  const auto known = std::find_if(std::begin(revisions), std::end(revisions), [&](const char* r) { return asked == r; });
  return {{"protocolVersion", known == std::end(revisions) ? revisions[0] : *known},
          {"capabilities", {{"tools", {{"listChanged", false}}}}},
          {"serverInfo", {{"name", "fpcheck"}, {"version", session::version}}},
          {"instructions", instructions}};
}

json listed() {
  json out = json::array();
  for (const tool& t : tools())
    out.push_back({{"name", t.name},
                   {"description", t.description},
                   {"inputSchema", json::parse(t.schema)},
                   {"annotations", {{"readOnlyHint", true}, {"destructiveHint", false}, {"openWorldHint", false}}}});
  return {{"tools", std::move(out)}};
}

/// What a tool says: the structure, and the same as text for clients that read no structures.
json content(const json& structure, bool error) {
  return {{"content", {{{"type", "text"}, {"text", line(structure)}}}}, {"structuredContent", structure}, {"isError", error}};
}

} // namespace

tl::expected<json, rpc_error> server::call_tool(const json& parameters) {
  if (!parameters.is_object() || !parameters.contains("name") || !parameters["name"].is_string()) return tl::unexpected(rpc_error{invalid_parameters, "tools/call wants the name of a tool"});
  const tool* const t = find_tool(parameters["name"]);
  if (t == nullptr) return tl::unexpected(rpc_error{invalid_parameters, "there is no such tool; there are run, what_if, explain, init, report"});
  const json arguments = parameters.value("arguments", json::object());
  if (!arguments.is_object()) return tl::unexpected(rpc_error{invalid_parameters, "the arguments of a tool are an object"});
  const auto command = t->command(arguments, memory_);
  if (!command) {
    const diagnostic& d = command.error();
    return content({{"verdict", "usage"}, {"exit_code", 2}, {"message", d.message}, {"next", {{"why", d.hint.empty() ? "mend the arguments as the message says" : d.hint}}}}, true);
  }
  const outcome o = run_(*command);
  const json structure = result_of(*t, arguments, *command, o);
  if (t->kind == result_kind::document && structure.contains("cases")) memory_.last_report = o.out;
  const int status = structure["exit_code"];
  return content(structure, status == 2 || status == 4);
}

tl::expected<json, rpc_error> server::dispatch(const std::string& method, const json& parameters) {
  if (method == "initialize") return initialized(parameters);
  if (method == "ping") return json::object();
  if (method == "tools/list") return listed();
  if (method == "tools/call") return call_tool(parameters);
  return tl::unexpected(rpc_error{no_method, "this server has tools only: initialize, ping, tools/list, tools/call"});
}

std::string server::refuse_length() { return refusal(nullptr, {invalid_request, "a message has at most " + std::to_string(most_message_bytes) + " bytes"}); }

std::optional<std::string> server::answer(std::string_view message) {
  if (message.size() > most_message_bytes) return refuse_length();
  const json request = parse(message);
  if (request.is_discarded()) return refusal(nullptr, {parse_error, "a message is one line of JSON"});
  if (!request.is_object()) return refusal(nullptr, {invalid_request, "a message is one JSON object"});
  const json id = request.value("id", json());
  const bool has_id = id.is_string() || id.is_number();
  if (request.value("jsonrpc", json()) != "2.0" || !request.contains("method") || !request["method"].is_string()) {
    if (request.contains("result") || request.contains("error")) return std::nullopt; // an answer, to nothing that was asked
    return refusal(has_id ? id : json(), {invalid_request, "a request has \"jsonrpc\": \"2.0\" and a method"});
  }
  if (!request.contains("id")) return std::nullopt; // a notification
  if (!has_id) return refusal(nullptr, {invalid_request, "an id is a string or a number"});
  const auto result = dispatch(request["method"], request.value("params", json::object()));
  return result ? line({{"jsonrpc", "2.0"}, {"id", id}, {"result", *result}}) : refusal(id, result.error());
}

} // namespace fpcheck::cli::mcp
