#include <fpcheck/session/run_case.hpp>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include <fpcheck/session/file_words.hpp>

namespace fpcheck::session {

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain_signs = "_-+=:.,/@%";
  const auto plain = [&](unsigned char c) { return std::isalnum(c) != 0 || plain_signs.find(static_cast<char>(c)) != std::string_view::npos; };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  const auto acts = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  const bool one_line = std::none_of(text.begin(), text.end(), acts);
  std::string out = one_line ? "'" : "$'";
  for (const char c : text) {
    if (acts(static_cast<unsigned char>(c))) {
      char code[8];
      std::snprintf(code, sizeof code, "\\%03o", static_cast<unsigned>(static_cast<unsigned char>(c)));
      out += code;
    } else if (c == '\'') {
      out += one_line ? "'\\''" : "\\'";
    } else {
      out += c == '\\' && !one_line ? "\\\\" : std::string(1, c);
    }
  }
  return out + '\'';
}

namespace {

/// `@x.npy` of a source comment is relative to the source: on the command line it needs that directory.
std::string placed(const std::string& value, const std::string& directory) {
  const std::size_t at = value.starts_with("inout:") ? 6 : 0;
  const std::size_t path = value.find('=') != std::string::npos && value[value.find('=') + 1] == '@' ? value.find('=') + 1 : at;
  if (directory.empty() || path + 1 >= value.size() || value[path] != '@' || value[path + 1] == '/') return value;
  return value.substr(0, path + 1) + directory + '/' + value.substr(path + 1);
}

/// The value of an option, where its paths are those of the file it stands in.
std::string placed_option(const exec::option_text& o, const std::string& directory) {
  const std::string& value = o.value.text;
  const std::size_t equals = value.find('=');
  if (directory.empty() || !is_from_file(o.value) || equals == std::string::npos) return placed(value, directory);
  if (o.name.text.starts_with("save") && value.substr(equals + 1, 1) != "/") return value.substr(0, equals + 1) + directory + '/' + value.substr(equals + 1);
  return placed(value, directory);
}

} // namespace

std::string replay_command(const std::string& file, const launch::case_text& text) {
  if (text.launches.empty()) return {};
  const launch::launch_text& first = text.launches[0];
  std::string out = "fpcheck run " + shell_word(file + (first.kernel.text.empty() ? "" : ':' + first.kernel.text));
  if (text.launches.size() > 1) return out;
  const bool in_source = !text.where.file.empty();
  const std::string directory = in_source ? std::filesystem::path(file).parent_path().string() : "";
  if (!first.configuration.line.empty()) out += " -l " + shell_word("<<<" + first.configuration.text + ">>>");
  for (const launch::assignment& a : first.assignments) out += ' ' + shell_word(a.name.text + '=' + placed(a.value.text, directory));
  for (const launch::option_text& o : text.options) {
    if (o.name.text == "expect") continue; // a word of fpcheck test
    out += " --" + o.name.text;
    if (!o.value.text.empty()) out += ' ' + shell_word(placed_option(o, directory));
  }
  return out;
}

} // namespace fpcheck::session
