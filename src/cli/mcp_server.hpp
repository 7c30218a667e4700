#pragma once
// The Model Context Protocol: JSON-RPC 2.0, a message a line.
#include "mcp_tools.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fpcheck::cli::mcp {

/// A longer message is not read.
inline constexpr std::size_t most_message_bytes = std::size_t{1} << 20;

/// Runs `fpcheck` with the words of a call. Nothing else is ever started for a request.
using runner = std::function<outcome(const call&)>;

/// Why a request has no result, as JSON-RPC counts reasons.
struct rpc_error {
  int code;
  std::string message;
};

/// Answers messages, whatever they hold.
class server {
public:
  /// Requires: `root` is canonical.
  server(runner run, std::filesystem::path root) : run_(std::move(run)) { memory_.root = std::move(root); }
  /// The answer to one message, a line without its end; nothing for a notification.
  std::optional<std::string> answer(std::string_view message);
  /// The answer to a message that was too long to be read.
  static std::string refuse_length();

private:
  tl::expected<json, rpc_error> dispatch(const std::string& method, const json& parameters);
  tl::expected<json, rpc_error> call_tool(const json& parameters);

  runner run_;
  memory memory_;
};

} // namespace fpcheck::cli::mcp
