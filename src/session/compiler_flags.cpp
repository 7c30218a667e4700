#include "compiler_flags.hpp"

#include "names.hpp"

#include <fpcheck/tensor/array.hpp>

#include <fpcheck/session/file_words.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

namespace fpcheck::session {
namespace {

namespace fs = std::filesystem;

bool consists_of(std::string_view text, std::string_view others) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](unsigned char c) {
    return std::isalnum(c) != 0 || others.find(static_cast<char>(c)) != std::string_view::npos;
  });
}
bool is_boolean(std::string_view v) { return v == "true" || v == "false"; }
bool is_natural(std::string_view v) { return v.size() <= 6 && !v.empty() && v.find_first_not_of("0123456789") == std::string_view::npos; }
bool is_level(std::string_view v) { return v.size() == 1 && v[0] >= '0' && v[0] <= '3'; }
bool is_device_level(std::string_view v) { return v == "on" || v == "off"; }
bool is_stream(std::string_view v) { return v == "legacy" || v == "null" || v == "per-thread"; }
bool is_standard(std::string_view v) { return v.starts_with("c++") && v.size() == 5 && is_natural(v.substr(3)); }
/// sm_90, compute_90a.
bool is_architecture(std::string_view v) {
  for (const std::string_view kind : {"sm_", "compute_", "lto_"})
    if (v.starts_with(kind)) v.remove_prefix(kind.size());
  if (!v.empty() && (v.back() == 'a' || v.back() == 'f')) v.remove_suffix(1);
  return v.size() >= 2 && v.size() <= 3 && is_natural(v);
}
/// arch=compute_90,code=sm_90.
bool is_code_pair(std::string_view v) {
  if (!v.starts_with("arch=")) return false;
  const std::size_t code = v.find(",code=");
  return code != std::string_view::npos && is_architecture(v.substr(5, code - 5)) && is_architecture(v.substr(code + 6));
}
/// NAME or NAME=VALUE, with a value that means nothing to a shell: nvcc hands it to one.
bool is_macro(std::string_view v) {
  const std::size_t equals = std::min(v.find('='), v.size());
  return is_identifier(v.substr(0, equals)) && (equals + 1 >= v.size() || consists_of(v.substr(equals + 1), "_.,:+-"));
}
bool is_path(std::string_view v) { return !v.empty(); }

/// How a flag's value follows it.
enum class joins : std::uint8_t { none, by_sign, directly };

/// A flag that a file may ask for: it changes what is compiled, and nothing else.
struct flag_row {
  std::string_view brief, full;
  joins value;
  bool (*fits)(std::string_view);
};
constexpr flag_row rows[] = {
    {"-ftz", "--ftz", joins::by_sign, &is_boolean},
    {"-fmad", "--fmad", joins::by_sign, &is_boolean},
    {"-prec-div", "--prec-div", joins::by_sign, &is_boolean},
    {"-prec-sqrt", "--prec-sqrt", joins::by_sign, &is_boolean},
    {"-use_fast_math", "--use_fast_math", joins::none, nullptr},
    {"-extra-device-vectorization", "--extra-device-vectorization", joins::none, nullptr},
    {"-restrict", "--restrict", joins::none, nullptr},
    {"-G", "--device-debug", joins::none, nullptr},
    {"-g", "--debug", joins::none, nullptr},
    {"-lineinfo", "--generate-line-info", joins::none, nullptr},
    {"-w", "--disable-warnings", joins::none, nullptr},
    {"-O", "--optimize", joins::directly, &is_level},
    {"-dopt", "--dopt", joins::by_sign, &is_device_level},
    {"-arch", "--gpu-architecture", joins::by_sign, &is_architecture},
    {"-code", "--gpu-code", joins::by_sign, &is_architecture},
    {"-gencode", "--generate-code", joins::by_sign, &is_code_pair},
    {"-std", "--std", joins::by_sign, &is_standard},
    {"-maxrregcount", "--maxrregcount", joins::by_sign, &is_natural},
    {"-default-stream", "--default-stream", joins::by_sign, &is_stream},
    {"-rdc", "--relocatable-device-code", joins::by_sign, &is_boolean},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr", joins::none, nullptr},
    {"-expt-extended-lambda", "--expt-extended-lambda", joins::none, nullptr},
    {"-extended-lambda", "--extended-lambda", joins::none, nullptr},
    {"-D", "--define-macro", joins::directly, &is_macro},
    {"-U", "--undefine-macro", joins::directly, &is_identifier},
    {"-I", "--include-path", joins::directly, &is_path},
};

/// A flag with its value, taken apart.
struct read_flag {
  const flag_row* row = nullptr;
  std::string value;
};

/// The row of word `i`, and its value, which may be the next word. No row where none fits.
read_flag read_row(const std::vector<launch::word>& words, std::size_t& i) {
  const std::string_view text = words[i].text;
  for (const flag_row& r : rows)
    for (const std::string_view name : {r.brief, r.full}) {
      if (!text.starts_with(name)) continue;
      std::string_view rest = text.substr(name.size());
      if (r.value == joins::none) {
        if (rest.empty()) return {&r, {}};
        continue;
      }
      if (rest.empty()) return i + 1 < words.size() ? read_flag{&r, words[++i].text} : read_flag{&r, {}};
      if (rest[0] == '=') return {&r, std::string(rest.substr(1))};
      if (r.value == joins::directly && name == r.brief) return {&r, std::string(rest)};
    }
  return {};
}

std::string rewritten(const read_flag& f) {
  if (f.row->value == joins::none) return std::string(f.row->brief);
  return std::string(f.row->brief) + (f.row->value == joins::by_sign ? "=" : "") + f.value;
}

constexpr const char* trust_hint = "the words of a file may use listed flags only; --trust on the command line lets this file use any";

result<std::vector<launch::word>> words_of(const launch::word& w) {
  auto words = launch::split_words(w.text, 0, w.where.file, w.where.line);
  if (!words) return tl::unexpected(w.error(words.error().message));
  return words;
}

} // namespace

result<std::vector<std::string>> listed_flags(const launch::word& w, const std::string& directory) {
  const auto words = words_of(w);
  if (!words) return tl::unexpected(words.error());
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words->size(); ++i) {
    const std::string written = (*words)[i].text;
    read_flag f = read_row(*words, i);
    if (f.row == nullptr) return tl::unexpected(w.error("this file asks for the compiler flag " + tensor::quoted(written), trust_hint));
    if (f.row->fits != nullptr && !f.row->fits(f.value))
      return tl::unexpected(w.error("this file gives the compiler flag " + std::string(f.row->brief) + " the value " + tensor::quoted(f.value), trust_hint));
    if (f.row->fits == &is_path) {
      auto below = path_below(w, f.value, directory);
      if (!below) return tl::unexpected(below.error());
      f.value = *std::move(below);
    }
    out.push_back(rewritten(f));
  }
  return out;
}

result<std::vector<std::string>> typed_flags(const launch::word& w) {
  const auto words = words_of(w);
  if (!words) return tl::unexpected(words.error());
  // nvcc runs in a directory of its own: what is relative to the user's is made absolute.
  constexpr std::string_view joined[] = {"-I", "-isystem=", "--include-path=", "--system-include=", "-include=", "--pre-include=", "-ccbin=", "--compiler-bindir=", "-L"};
  constexpr std::string_view apart[] = {"-I", "-isystem", "--include-path", "--system-include", "-include", "--pre-include", "-ccbin", "--compiler-bindir", "-L"};
  std::error_code error;
  const auto placed = [&](const std::string& path) {
    return path.starts_with('/') || (path.find('/') == std::string::npos && !fs::exists(path, error)) ? path : fs::absolute(path, error).string();
  };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words->size(); ++i) {
    const std::string& text = (*words)[i].text;
    const bool takes_next = std::find(std::begin(apart), std::end(apart), text) != std::end(apart);
    if (takes_next && i + 1 < words->size()) {
      const std::string value = placed((*words)[++i].text);
      if (text == "-I" || text == "--include-path") out.push_back("-I" + value);
      else out.insert(out.end(), {text, value});
      continue;
    }
    const auto start = std::find_if(std::begin(joined), std::end(joined), [&](std::string_view j) { return text.size() > j.size() && text.starts_with(j); });
    if (start == std::end(joined)) {
      out.push_back(text);
      continue;
    }
    const bool includes = *start == "-I" || *start == "--include-path=";
    std::string value = text.substr(start->size());
    if (includes && value.starts_with('=')) value.erase(0, 1);
    out.push_back((includes ? "-I" : std::string(*start)) + placed(value));
  }
  return out;
}

} // namespace fpcheck::session
