#pragma once
// What a coding assistant may ask of `fpcheck mcp`: tools in a table, each turned into a command of fpcheck that reads files below one folder and writes none.
#include <fpcheck/base/diagnostic.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace fpcheck::cli::mcp {

using json = nlohmann::ordered_json;

/// What a command came to.
struct outcome {
  int status = 0;          ///< its exit code
  std::string out, err;    ///< what it wrote; no more than `most_output_bytes` of each
  bool too_long = false;   ///< it was ended: its time was spent
  bool too_much = false;   ///< it was ended: it wrote more
};
inline constexpr std::size_t most_output_bytes = std::size_t{64} << 20;

/// The command that a request stands for.
struct call {
  std::vector<std::string> words; ///< behind `fpcheck`
  unsigned seconds = 60;          ///< then it is ended
  std::string input;              ///< JSON of a report that `{report}` in the words stands for, or empty
};

/// How the result of a tool is made.
enum class result_kind : std::uint8_t { document, text };

/// What a session of the server keeps.
struct memory {
  std::filesystem::path root; ///< files lie below it
  std::string last_report;    ///< JSON of the last run
};

struct tool {
  const char* name;
  const char* description;
  const char* schema; ///< of the arguments, JSON
  result_kind kind;
  result<call> (*command)(const json& arguments, const memory& m);
};
const std::vector<tool>& tools();
/// The tool with this name, or nullptr.
const tool* find_tool(const std::string& name);

/// The structured result of a tool: `verdict`, `exit_code`, what was found, and `next`, the one step that is worth most now.
/// Bounded in size: what is left out is counted in `left_out`.
json result_of(const tool& t, const json& arguments, const call& c, const outcome& o);

} // namespace fpcheck::cli::mcp
