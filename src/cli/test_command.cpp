#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/tensor/file.hpp>

#include "commands.hpp"
#include "reports.hpp"
#include "run_case.hpp"
#include "terminal.hpp"
#include "version.hpp"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <ostream>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;

/// A case of the configuration file: a file and, unless all cases in it are meant, its launches.
struct listed_case {
  std::string file;
  std::optional<exec::case_text> text;
  std::string name;
};

diagnostic at(const toml::node& node, const std::string& file, std::string message, std::string hint = {}) {
  return {std::move(message), {file, node.source().begin.line, node.source().begin.column}, {}, std::move(hint)};
}

/// Reads the launches and options of a `[[case]]` table.
class case_reader {
public:
  case_reader(const toml::table& table, std::string file) : table_(table), file_(std::move(file)) {}

  result<listed_case> run() {
    listed_case out;
    const auto path = table_["file"].value<std::string>();
    if (!path) return tl::unexpected(at(table_, file_, "a case needs a file", "file = \"softmax.cu\""));
    out.file = *path;
    out.name = table_["name"].value_or(std::string());
    exec::case_text text;
    text.where = {file_, table_.source().begin.line, table_.source().begin.column};
    if (const auto ok = launches(text); !ok) return tl::unexpected(ok.error());
    for (const auto& [key, node] : table_)
      if (const auto ok = option(std::string(key.str()), node, text); !ok) return tl::unexpected(ok.error());
    if (!text.launches.empty())
      out.text = std::move(text);
    else if (!text.options.empty())
      return tl::unexpected(at(table_, file_, "a case with options needs a run",
                               "run = \"softmax <<<4, 128>>> inp=randn:4x128 out=empty:4x128\""));
    return out;
  }

private:
  exec::word word_of(const std::string& text, const toml::node& node) const {
    return {text, {file_, node.source().begin.line, node.source().begin.column + 1}, ""};
  }

  result<void> launch(const toml::node& node, exec::case_text& text) {
    const auto line = node.value<std::string>();
    if (!line) return tl::unexpected(at(node, file_, "a launch is a string"));
    auto words = exec::split_words(*line, 0, file_, node.source().begin.line);
    if (!words) return tl::unexpected(words.error());
    auto read = exec::parse_launch(*words, text.options);
    if (!read) return tl::unexpected(read.error());
    text.launches.push_back(*std::move(read));
    return {};
  }
  result<void> launches(exec::case_text& text) {
    const toml::node* node = table_.get("run");
    if (node == nullptr) return {};
    if (!node->is_array()) return launch(*node, text);
    for (const toml::node& item : *node->as_array())
      if (const auto ok = launch(item, text); !ok) return ok;
    return {};
  }
  result<void> option(const std::string& key, const toml::node& node, exec::case_text& text) {
    if (key == "file" || key == "run" || key == "name") return {};
    if (node.is_array()) {
      for (const toml::node& item : *node.as_array())
        if (const auto ok = option(key, item, text); !ok) return ok;
      return {};
    }
    std::string value;
    if (const auto s = node.value<std::string>(); s && node.is_string())
      value = *s;
    else if (node.is_integer())
      value = std::to_string(*node.value<std::int64_t>());
    else if (node.is_floating_point())
      value = std::to_string(*node.value<double>());
    else if (node.is_boolean() && !*node.value<bool>())
      return {};
    text.options.push_back({word_of(key, node), word_of(value, node)});
    return {};
  }

  const toml::table& table_;
  std::string file_;
};

result<std::vector<listed_case>> read_configuration(const std::string& path) {
  const auto text = tensor::read_bytes(path);
  if (!text)
    return tl::unexpected(
        diagnostic{text.error().message,
                   {path},
                   {},
                   "fpcheck test reads fpcheck.toml in the working directory; --config FILE names another"});
  const toml::parse_result parsed = toml::parse(*text, path);
  if (!parsed)
    return fail(std::string(parsed.error().description()),
                {path, parsed.error().source().begin.line, parsed.error().source().begin.column});
  const toml::table& table = parsed.table();
  std::vector<listed_case> out;
  for (const auto& [key, node] : table)
    if (key.str() != "files" && key.str() != "case") {
      const std::string near = nearest_name(std::string(key.str()), std::vector<std::string>{"files", "case"});
      return tl::unexpected(at(node, path, "unknown key '" + std::string(key.str()) + "'",
                               near.empty() ? "there are files and [[case]]" : "did you mean '" + near + "'?"));
    }
  if (const toml::array* files = table["files"].as_array())
    for (const toml::node& item : *files) {
      if (!item.is_string()) return tl::unexpected(at(item, path, "files is a list of names"));
      out.push_back({*item.value<std::string>(), {}, {}});
    }
  if (const toml::array* cases = table["case"].as_array())
    for (const toml::node& item : *cases) {
      if (!item.is_table()) return tl::unexpected(at(item, path, "a case is a table", "write [[case]]"));
      auto one = case_reader(*item.as_table(), path).run();
      if (!one) return tl::unexpected(one.error());
      out.push_back(*std::move(one));
    }
  return out;
}

/// Turns the verdict of a case that expects findings round: it passes if it finds just what it expects.
void judge_expectation(report::case_report& r, const std::vector<std::string>& expected) {
  if (expected.empty() || !r.run ||
      (r.verdict != exit_code::passed && r.verdict != exit_code::findings && r.verdict != exit_code::incomplete))
    return;
  std::vector<std::string> wanted = expected, seen;
  for (const analysis::finding& f : r.run->findings)
    if (!f.suppressed && f.level == analysis::level::error) seen.emplace_back(analysis::id(f.rule));
  if (!r.run->incomplete.empty()) seen.emplace_back("incomplete");
  std::erase(wanted, "clean");
  std::string missing, surplus;
  for (const std::string& w : wanted)
    if (std::find(seen.begin(), seen.end(), w) == seen.end()) missing += ' ' + w;
  for (const std::string& f : seen)
    if (std::find(wanted.begin(), wanted.end(), f) == wanted.end()) surplus += ' ' + f;
  r.verdict = missing.empty() && surplus.empty() ? exit_code::passed : exit_code::findings;
  if (!missing.empty()) r.notes.push_back("expected and not found:" + missing);
  if (!surplus.empty()) r.notes.push_back("found and not expected:" + surplus);
  if (r.verdict != exit_code::passed) return;
  for (analysis::finding& f : r.run->findings) {
    f.suppressed = true;
    f.suppression_reason = "expected";
  }
}

bool chosen(const std::string& title, const std::vector<std::string>& filters) {
  return filters.empty() || std::any_of(filters.begin(), filters.end(),
                                        [&](const std::string& f) { return title.find(f) != std::string::npos; });
}

/// Runs the listed cases one after the other.
class test_run {
public:
  test_run(const test_command& c) : command_(c) {}

  result<report::document> run(const std::vector<listed_case>& cases, const std::string& directory) {
    for (const listed_case& one : cases) {
      const std::string path = directory.empty() || one.file.starts_with('/') ? one.file : directory + '/' + one.file;
      auto& file = files_[path];
      if (!file) {
        auto opened = kernel_file::open(path, "");
        if (!opened) return tl::unexpected(opened.error());
        file = std::make_unique<kernel_file>(*std::move(opened));
      }
      if (one.text) take(*file, *one.text, one.name, directory);
      if (!one.text)
        for (const exec::case_text& text : file->comments().cases) take(*file, text, "", file->directory());
    }
    return std::move(out_);
  }
  std::optional<std::string> line(const std::string& name, std::uint32_t number) const {
    for (const auto& [path, file] : files_)
      if (auto text = file->line(name, number)) return text;
    return std::nullopt;
  }

private:
  void take(kernel_file& file, exec::case_text text, const std::string& name, const std::string& directory) {
    const std::string title = name.empty() ? title_of(text) : name;
    if (interrupted() || !chosen(file.path() + ": " + title, command_.filters)) return;
    for (const auto& [option, value] : command_.options)
      text.options.push_back(
          {{option, {exec::command_line_name, 0, 0}, ""}, {value, {exec::command_line_name, 0, 0}, ""}});
    const auto digests = wants_digests(command_.reports) ? case_source::digests::wanted : case_source::digests::skip;
    report::case_report r = run_case(file, text, {directory, digests});
    if (!name.empty()) r.title = name;
    settings s;
    if (apply_options(s, text.options)) judge_expectation(r, s.expected);
    out_.cases.push_back(std::move(r));
  }

  const test_command& command_;
  report::document out_{version, {}};
  std::map<std::string, std::unique_ptr<kernel_file>> files_;
};

} // namespace

exit_code test(const test_command& c, const streams& s) {
  if (const auto ok = check_reports(c.reports); !ok) return complain(ok.error(), s);
  const auto cases = read_configuration(c.configuration);
  if (!cases) return complain(cases.error(), s);
  test_run tests(c);
  const auto d = tests.run(*cases, fs::path(c.configuration).parent_path().string());
  if (!d) return complain(d.error(), s);
  if (d->cases.empty())
    return complain({"no case was chosen",
                     {c.configuration},
                     {},
                     c.filters.empty() ? "list files or [[case]] tables" : "a FILTER is part of FILE: TITLE"},
                    s);
  const exit_code code = write_reports(
      *d, c.reports, [&](const std::string& f, std::uint32_t line) { return tests.line(f, line); }, s);
  return interrupted() ? exit_code::interrupted : code;
}

} // namespace fpcheck::cli
