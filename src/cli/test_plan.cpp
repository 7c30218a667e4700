#include "test_plan.hpp"

#include <fpcheck/session/file_words.hpp>
#include <fpcheck/tensor/file.hpp>

#include "file_patterns.hpp"

// What the parser assumes of a text does not hold for every one ("[[<"), and with NDEBUG it tells the compiler to count on it.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <filesystem>

namespace fpcheck::cli {
namespace {

namespace fs = std::filesystem;

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
    if (!path) return tl::unexpected(no_file());
    out.file = *path;
    out.where = at(*table_.get("file"), file_, "").where;
    out.name = table_["name"].value_or(std::string());
    launch::case_text text;
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

  /// The options of a table that holds nothing else.
  result<std::vector<launch::option_text>> options() {
    launch::case_text text;
    for (const auto& [key, node] : table_)
      if (const auto ok = option(std::string(key.str()), node, text); !ok) return tl::unexpected(ok.error());
    return std::move(text.options);
  }

private:
  /// Why a case has no file: its key is misspelt, or it is missing.
  diagnostic no_file() const {
    for (const auto& [key, node] : table_) {
      const std::string near = nearest_name(std::string(key.str()), std::vector<std::string>{"file", "run", "name"});
      if (key.str() != near && near == "file") return at(node, file_, "unknown key '" + std::string(key.str()) + "'", "did you mean 'file'?");
    }
    return at(table_, file_, "a case needs a file", "file = \"softmax.cu\"");
  }
  launch::word word_of(const std::string& text, const toml::node& node) const {
    return {text, {file_, node.source().begin.line, node.source().begin.column + 1}, ""};
  }

  result<void> launch(const toml::node& node, launch::case_text& text) {
    const auto line = node.value<std::string>();
    if (!line) return tl::unexpected(at(node, file_, "a launch is a string"));
    auto words = launch::split_words(*line, 0, file_, node.source().begin.line);
    if (!words) return tl::unexpected(words.error());
    auto read = launch::parse_launch(*words, text.options);
    if (!read) return tl::unexpected(read.error());
    text.launches.push_back(*std::move(read));
    return {};
  }
  result<void> launches(launch::case_text& text) {
    const toml::node* node = table_.get("run");
    if (node == nullptr) return {};
    if (!node->is_array()) return launch(*node, text);
    for (const toml::node& item : *node->as_array())
      if (const auto ok = launch(item, text); !ok) return ok;
    return {};
  }
  result<void> option(const std::string& key, const toml::node& node, launch::case_text& text) {
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

/// An item of `files`: a name, or a pattern that stands for all files it fits.
result<void> add_files(std::vector<listed_case>& to, const toml::node& item, const std::string& path) {
  const auto name = item.value<std::string>();
  if (!item.is_string() || !name) return tl::unexpected(at(item, path, "files is a list of names"));
  const source_location where = at(item, path, "").where;
  if (!is_pattern(*name)) {
    to.push_back({*name, {}, {}, where});
    return {};
  }
  const launch::word written{*name, where, ""};
  const auto below = session::path_below(written, name->substr(0, name->find_first_of("*?[")), session::directory_of(written));
  if (!below) return tl::unexpected(below.error());
  const auto files = files_of_pattern(*name, fs::path(path).parent_path().string());
  if (files.empty()) return tl::unexpected(at(item, path, "no file is called " + tensor::quoted(*name), "patterns are relative to this file: kernels/*.cu, **/*.cu"));
  for (const std::string& file : files) to.push_back({file, {}, {}, where});
  return {};
}

result<std::vector<launch::option_text>> read_defaults(const toml::table& table, const std::string& path) {
  const toml::node* node = table.get("defaults");
  if (node == nullptr) return std::vector<launch::option_text>{};
  if (!node->is_table()) return tl::unexpected(at(*node, path, "defaults is a table of options", "write [defaults], then seed = 7"));
  return case_reader(*node->as_table(), path).options();
}

} // namespace

result<std::string> find_configuration(const std::string& named) {
  if (!named.empty()) return named;
  std::error_code error;
  std::string prefix;
  for (fs::path here = fs::current_path(error); !error; here = here.parent_path()) {
    if (fs::exists(here / "fpcheck.toml", error)) return prefix + "fpcheck.toml";
    if (here == here.parent_path()) break;
    prefix += "../";
  }
  return fail("there is no fpcheck.toml in the working directory or above it", {"fpcheck test"},
              "--config FILE names another; fpcheck init FILE.cu -o fpcheck.toml starts one");
}

result<std::vector<listed_case>> read_configuration(const std::string& named) {
  // Words of the configuration are told by its name from those of the command line.
  const std::string path = named == launch::command_line_name ? "./" + named : named;
  const auto text = tensor::read_bytes(path, tensor::most_text_bytes);
  if (!text)
    return tl::unexpected(
        diagnostic{text.error().message,
                   {path},
                   {},
                   "it lists kernels for fpcheck test; fpcheck init FILE.cu -o fpcheck.toml starts one"});
  const toml::parse_result parsed = toml::parse(*text, path);
  if (!parsed)
    return fail(std::string(parsed.error().description()),
                {path, parsed.error().source().begin.line, parsed.error().source().begin.column});
  const toml::table& table = parsed.table();
  std::vector<listed_case> out;
  for (const auto& [key, node] : table)
    if (key.str() != "files" && key.str() != "case" && key.str() != "defaults") {
      const std::string near = nearest_name(std::string(key.str()), std::vector<std::string>{"files", "case", "defaults"});
      return tl::unexpected(at(node, path, "unknown key '" + std::string(key.str()) + "'",
                               near.empty() ? "there are files, [[case]] and [defaults]" : "did you mean '" + near + "'?"));
    }
  if (const toml::array* files = table["files"].as_array())
    for (const toml::node& item : *files) {
      if (const auto ok = add_files(out, item, path); !ok) return tl::unexpected(ok.error());
    }
  if (const toml::array* cases = table["case"].as_array())
    for (const toml::node& item : *cases) {
      if (!item.is_table()) return tl::unexpected(at(item, path, "a case is a table", "write [[case]]"));
      auto one = case_reader(*item.as_table(), path).run();
      if (!one) return tl::unexpected(one.error());
      out.push_back(*std::move(one));
    }
  const auto defaults = read_defaults(table, path);
  if (!defaults) return tl::unexpected(defaults.error());
  for (listed_case& c : out) c.defaults = *defaults;
  return out;
}

} // namespace fpcheck::cli
