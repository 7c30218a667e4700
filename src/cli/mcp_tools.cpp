#include "mcp_tools.hpp"

#include <fpcheck/formats/names.hpp>
#include <fpcheck/report/document.hpp>
#include <fpcheck/tensor/array.hpp>

#include <algorithm>
#include <string_view>

namespace fpcheck::cli::mcp {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_words = 256, most_word_bytes = 16384;
constexpr unsigned most_seconds = 600;

/// The names of what `schema` allows, and its requirements, are checked by the same text that the client is shown.
constexpr const char* run_schema = R"json({"type":"object","additionalProperties":false,"required":["file"],"properties":{
"file":{"type":"string","description":"a .cu or .ptx below the server's folder"},
"kernel":{"type":"string","description":"name or demangled prefix; with several cases in the file, only its own"},
"launch":{"type":"string","description":"GRID, BLOCK[, SHARED_BYTES]; without it the // fpcheck: cases of the file run"},
"values":{"type":"array","items":{"type":"string"},"description":"NAME=VALUE: N=4, x=randn:NxC, out=empty:N, y=@y.npy, buf=inout:@b.npy"},
"ref":{"type":"array","items":{"type":"string"},"description":"what an output should be: [OUT=]EXPR, or OUT=@FILE.npy"},
"tol":{"type":"string","description":"auto, 2ulp, rtol=1e-3,atol=1e-5, torch, bitwise"},
"range":{"type":"array","items":{"type":"string"},"description":"OUT=[LO,HI)"},
"instantiate":{"type":"array","items":{"type":"string"},"description":"K<ARGS>, a template of the .cu"},
"shadow":{"type":"string","description":"none, ball, dd, mpfr:N, interval, perturbed:K"},
"cluster":{"type":"string"},
"orders":{"type":"integer","description":"schedules of blocks and atomics to compare"},
"seed":{"type":"integer"},
"seconds":{"type":"integer","description":"after which it ends as incomplete (60, at most 600)"}}})json";

constexpr const char* what_if_schema = R"json({"type":"object","additionalProperties":false,"required":["file","changes"],"properties":{
"changes":{"type":"array","items":{"type":"string"},"description":"WHERE:CHANGE: 'line 26: f64', 'acc: kahan', 'x: bf16', 'all: stochastic'"},
"file":{"type":"string"},"kernel":{"type":"string"},"launch":{"type":"string"},
"values":{"type":"array","items":{"type":"string"}},"ref":{"type":"array","items":{"type":"string"}},"tol":{"type":"string"},
"range":{"type":"array","items":{"type":"string"}},"instantiate":{"type":"array","items":{"type":"string"}},
"shadow":{"type":"string"},"cluster":{"type":"string"},"orders":{"type":"integer"},"seed":{"type":"integer"},"seconds":{"type":"integer"}}})json";

constexpr const char* explain_schema = R"json({"type":"object","additionalProperties":false,"properties":{
"rule":{"type":"string","description":"a rule or a term of the reports; the list without it"}}})json";

constexpr const char* init_schema = R"json({"type":"object","additionalProperties":false,"required":["file"],"properties":{
"file":{"type":"string","description":"a .cu below the server's folder; it is not written"},"seconds":{"type":"integer"}}})json";

constexpr const char* report_schema = R"json({"type":"object","additionalProperties":false,"properties":{
"file":{"type":"string","description":"JSON of an earlier run below the server's folder; the last run of this session without it"},
"format":{"type":"string","enum":["text","markdown","sarif","junit","github"],"description":"text without it"}}})json";

/// Whether a word names a file below the folder; links are followed.
result<void> check_path(const std::string& path, const memory& m) {
  if (path.find('\0') != std::string::npos) return fail("a path holds a zero byte", {"request"});
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(m.root / path, error);
  const fs::path from = error ? fs::path() : whole.lexically_relative(m.root);
  if (from.empty() || *from.begin() == "..")
    return fail(tensor::quoted(path) + " is not below the server's folder", {"request"}, "start fpcheck mcp in the folder whose kernels are asked about");
  return {};
}

/// A file of kernels: the words of fpcheck run take FILE:KERNEL, so that its own name has no colon.
result<std::string> kernel_words(const json& a, const memory& m) {
  const std::string file = a.at("file");
  if (!file.ends_with(".cu") && !file.ends_with(".ptx")) return fail("'file' is no .cu and no .ptx", {"request"});
  if (file.starts_with('-') || file.find_first_of(":=<@") != std::string::npos) return fail("the name of 'file' holds a character that the words of fpcheck run use: - at its begin, or one of : = < @", {"request"});
  if (const auto ok = check_path(file, m); !ok) return tl::unexpected(ok.error());
  const std::string kernel = a.value("kernel", "");
  if (kernel.find('/') != std::string::npos) return fail("the name of a kernel holds no slash", {"request"});
  return kernel.empty() ? file : file + ':' + kernel;
}

/// NAME=VALUE, whose files lie below the folder.
result<void> check_value(const std::string& word, const memory& m) {
  const std::size_t equals = word.find('=');
  const auto is_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == ':' || c == '$'; };
  if (equals == std::string::npos || equals == 0 || !std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals), is_name))
    return fail(tensor::quoted(word) + " is not NAME=VALUE", {"request"});
  for (std::size_t at = word.find('@'); at != std::string::npos; at = word.find('@', at + 1)) {
    const std::string path = word.substr(at + 1, word.find('#', at) - at - 1);
    if (const auto ok = check_path(path, m); !ok) return ok;
  }
  return {};
}

/// A reference that is a file lies below the folder; in an expression @ is the product.
result<void> check_reference(const std::string& word, const memory& m) {
  const std::size_t at = word.starts_with('@') ? 0 : word.find("=@") == std::string::npos ? std::string::npos : word.find("=@") + 1;
  return at == std::string::npos ? result<void>() : check_path(word.substr(at + 1, word.find('#', at) - at - 1), m);
}

/// Options that a request may give to fpcheck run: none of them writes a file, names a compiler's flag or trusts a file.
struct option_row {
  const char *key, *option;
  result<void> (*check)(const std::string& word, const memory& m);
};
result<void> anything(const std::string&, const memory&) { return {}; }
constexpr option_row option_rows[] = {{"launch", "--launch=", anything},           {"ref", "--ref=", check_reference},  {"tol", "--tol=", anything},
                                      {"range", "--range=", anything},             {"shadow", "--shadow=", anything},   {"cluster", "--cluster=", anything},
                                      {"instantiate", "--instantiate=", anything}, {"changes", "--what-if=", anything}, {"orders", "--orders=", anything},
                                      {"seed", "--seed=", anything}};

/// An argument's words: a text, a number, or a list of texts.
std::vector<std::string> words_of(const json& a) {
  if (a.is_string()) return {a.get<std::string>()};
  if (a.is_number_integer()) return {a.dump()};
  return a.get<std::vector<std::string>>();
}

unsigned seconds_of(const json& a, unsigned otherwise) {
  const std::int64_t asked = a.value("seconds", std::int64_t{otherwise});
  return static_cast<unsigned>(std::clamp<std::int64_t>(asked, 1, most_seconds));
}

result<call> run_command_of(const json& a, const memory& m) {
  const auto kernel = kernel_words(a, m);
  if (!kernel) return tl::unexpected(kernel.error());
  call out{{"run", *kernel}, seconds_of(a, 60), {}};
  if (const auto values = a.find("values"); values != a.end())
    for (const std::string& word : words_of(*values)) {
      if (const auto ok = check_value(word, m); !ok) return tl::unexpected(ok.error());
      out.words.push_back(word);
    }
  for (const option_row& row : option_rows)
    if (const auto given = a.find(row.key); given != a.end())
      for (const std::string& word : words_of(*given)) {
        if (const auto ok = row.check(word, m); !ok) return tl::unexpected(ok.error());
        const bool bare = std::string_view(row.key) == "launch" && !word.starts_with("<<<");
        out.words.push_back(row.option + (bare ? "<<<" + word + ">>>" : word));
      }
  out.words.insert(out.words.end(), {"--time=" + std::to_string(out.seconds), "--format=json"});
  return out;
}

result<call> explain_command_of(const json& a, const memory&) {
  call out{{"explain"}, 20, {}};
  const std::string rule = a.value("rule", "");
  if (rule.starts_with('-')) return fail("no rule begins with a dash", {"request"});
  if (!rule.empty()) out.words.push_back(rule);
  return out;
}

result<call> init_command_of(const json& a, const memory& m) {
  const std::string file = a.at("file");
  if (file.starts_with('-') || !file.ends_with(".cu")) return fail("'file' is no .cu", {"request"});
  if (const auto ok = check_path(file, m); !ok) return tl::unexpected(ok.error());
  return call{{"init", file}, seconds_of(a, 120), {}};
}

result<call> report_command_of(const json& a, const memory& m) {
  const std::string file = a.value("file", "");
  if (file.empty() && m.last_report.empty()) return fail("nothing was run yet", {"request"}, "call run first, or name a report as 'file'");
  if (file.starts_with('-')) return fail("no report's name begins with a dash", {"request"});
  if (!file.empty())
    if (const auto ok = check_path(file, m); !ok) return tl::unexpected(ok.error());
  return call{{"report", file.empty() ? "{report}" : file, "--format=" + a.value("format", "text")}, 60, file.empty() ? m.last_report : ""};
}

/// Whether an argument has the type that its schema gives.
bool has_type(const json& value, const json& wanted) {
  const std::string type = wanted.value("type", "");
  if (type == "integer") return value.is_number_integer();
  if (type == "string") {
    const auto one_of = wanted.find("enum");
    return value.is_string() && value.get_ref<const std::string&>().size() <= most_word_bytes && value.get_ref<const std::string&>().find('\0') == std::string::npos &&
           (one_of == wanted.end() || std::find(one_of->begin(), one_of->end(), value) != one_of->end());
  }
  return value.is_array() && value.size() <= most_words && std::all_of(value.begin(), value.end(), [&](const json& item) { return has_type(item, wanted.at("items")); });
}

/// The arguments against the schema.
result<void> check_arguments(const tool& t, const json& arguments) {
  const json schema = json::parse(t.schema);
  const json& known = schema.at("properties");
  std::vector<std::string> names;
  for (const auto& [name, row] : known.items()) names.push_back(name);
  for (const auto& [name, value] : arguments.items()) {
    const auto row = known.find(name);
    if (row == known.end()) {
      const std::string near = nearest_name(name, names);
      return fail(std::string(t.name) + " has no argument " + tensor::quoted(name.substr(0, 60)), {"request"}, near.empty() ? "tools/list names them" : "did you mean '" + near + "'?");
    }
    if (!has_type(value, *row)) return fail("the argument '" + name + "' of " + t.name + " is not as tools/list says, or too long", {"request"});
  }
  if (const auto required = schema.find("required"); required != schema.end())
    for (const std::string name : *required)
      if (!arguments.contains(name)) return fail(std::string(t.name) + " wants the argument '" + name + "'", {"request"});
  return {};
}

template <result<call> (*Command)(const json&, const memory&), std::size_t Row>
result<call> checked(const json& arguments, const memory& m) {
  if (const auto ok = check_arguments(tools()[Row], arguments); !ok) return tl::unexpected(ok.error());
  return Command(arguments, m);
}

} // namespace

const std::vector<tool>& tools() {
  static const std::vector<tool> all{
      {"run", "Execute a CUDA kernel (.cu or .ptx) on the CPU, bit for bit, with a certified shadow: which line lost the bits, made the NaN, raced or read outside. Needs no GPU. "
              "Without ref only rounding and memory are checked, not the meaning.", run_schema, result_kind::document, &checked<run_command_of, 0>},
      {"what_if", "The same run once more with another format, rounding, order or fusing at one place: the errors of the outputs, side by side.", what_if_schema, result_kind::document, &checked<run_command_of, 1>},
      {"explain", "What a rule means and how to mend its findings, or what a term of the reports means.", explain_schema, result_kind::text, &checked<explain_command_of, 2>},
      {"init", "Cases for the kernels of a .cu: launch and values, as comments to put above them or as arguments of run. The file is not written.", init_schema, result_kind::text, &checked<init_command_of, 3>},
      {"report", "A report, of the last run or saved, as text, Markdown, SARIF, JUnit or GitHub annotations.", report_schema, result_kind::text, &checked<report_command_of, 4>}};
  return all;
}

const tool* find_tool(const std::string& name) {
  const auto it = std::find_if(tools().begin(), tools().end(), [&](const tool& t) { return name == t.name; });
  return it == tools().end() ? nullptr : &*it;
}

} // namespace fpcheck::cli::mcp
