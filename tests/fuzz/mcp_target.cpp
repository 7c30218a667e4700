#include "targets.hpp"

#include "../../src/cli/mcp_server.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace fpcheck::fuzz {
namespace {

/// What run prints of a kernel with a finding, and of words that are wrong.
constexpr const char* document = R"({"cases":[{"verdict":"findings","findings":[{"rule":"cancellation","level":"error","suppressed":false,"excess":40.0,"stack":[{"line":7}],"slice":[]}],
"outputs":[{"errors":{}}],"comparisons":[],"errors":[],"lines":[],"printed":[],"next":"mend it"}],"verdict":"findings","exit_code":1})";

/// Whether the file of a word lies in the folder that the server was started in: ..a.cu does, ../a.cu and /a.cu don't.
bool below_folder(const std::string& word) {
  const std::filesystem::path folder = std::filesystem::canonical(".");
  const std::filesystem::path from = std::filesystem::weakly_canonical(folder / word.substr(0, word.find(':'))).lexically_relative(folder);
  return !from.empty() && *from.begin() != "..";
}

/// A command that a request came to: it must not be more than a request may.
cli::mcp::outcome pretend(const cli::mcp::call& c) {
  const std::string& command = c.words.at(0);
  if (command != "run" && command != "explain" && command != "init" && command != "report") std::abort();
  constexpr std::string_view allowed[] = {"--launch=", "--ref=", "--tol=", "--range=", "--shadow=", "--cluster=", "--instantiate=", "--what-if=", "--orders=", "--seed=", "--time=", "--format="};
  for (std::size_t k = 1; k < c.words.size(); ++k) {
    const std::string& word = c.words[k];
    if (word.starts_with('-') && std::none_of(std::begin(allowed), std::end(allowed), [&](std::string_view a) { return word.starts_with(a); })) std::abort();
    if (k == 1 && command != "explain" && !word.starts_with('-') && !below_folder(word)) std::abort(); // explain names a rule, never a file
  }
  if (c.words.size() % 5 == 0) return {2, "", "wrong words", false, false};
  if (c.words.size() % 7 == 0) return {0, "", "", true, false};
  return {1, command == "run" ? document : "text", "", false, false};
}

} // namespace

void run_mcp(std::string_view text) {
  cli::mcp::server server(pretend, std::filesystem::canonical("."));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto answer = server.answer(text.substr(0, end));
    if (answer && (!cli::mcp::json::accept(*answer) || answer->find('\n') != std::string::npos)) std::abort();
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

} // namespace fpcheck::fuzz
