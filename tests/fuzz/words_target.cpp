#include "targets.hpp"

#include <fpcheck/cli/app.hpp>
#include <fpcheck/launch/value.hpp>
#include <fpcheck/session/case_words.hpp>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace fpcheck::fuzz {
namespace {

std::vector<std::string> lines(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : text)
    if (c == '\n') out.emplace_back();
    else if (c != '\0') out.back() += c;
  return out;
}

/// Commands that only say something. Of the others, which compute as long as they are told to or run a program, the words are read.
bool only_says(const std::string& command) {
  for (const char* name : {"format", "explain", "functions", "isa", "report", "init"})
    if (command == name) return true;
  return false;
}

void read_only(const std::vector<std::string>& words) {
  session::typed_case typed;
  typed.words.assign(words.begin() + 1, words.end());
  if (typed.words.empty()) return;
  const auto read = session::read_words(typed, words[0].c_str());
  if (!read) {
    if (read.error().text().empty()) std::abort();
    return;
  }
  session::settings s;
  if (const auto ok = session::apply_options(s, read->options); !ok && ok.error().text().size() > 20000) std::abort();
  for (const launch::assignment& a : read->launch.assignments) (void)launch::parse_value(a.value);
}

} // namespace

void run_words(std::string_view text) {
  const std::vector<std::string> words = lines(text);
  if (!only_says(words[0])) return read_only(words);
  // Nothing is written but here.
  if (std::any_of(words.begin(), words.end(), [](const std::string& w) { return w.find('/') != std::string::npos || w.find("-o") != std::string::npos; })) return;
  std::ostringstream out, err;
  const exit_code code = cli::run(words, out, err);
  if (code == exit_code::internal_error || err.str().size() > 40000) std::abort();
}

} // namespace fpcheck::fuzz
