#include "source_text.hpp"

#include <algorithm>
#include <cctype>
#include <regex>
#include <string_view>

namespace fpcheck::tune {

const std::map<std::string, std::string>& wide_names() {
  static const std::map<std::string, std::string> names = [] {
    std::map<std::string, std::string> out{{"__fadd_rn", "__dadd_rn"}, {"__fsub_rn", "__dsub_rn"}, {"__fmul_rn", "__dmul_rn"}, {"__fmaf_rn", "__fma_rn"}, {"fmaf", "__fma_rn"},
                                           {"__hadd", "__dadd_rn"},    {"__hsub", "__dsub_rn"},    {"__hmul", "__dmul_rn"},    {"__hfma", "__fma_rn"},     {"hexp", "exp"}, {"hlog", "log"}, {"hsqrt", "sqrt"}, {"hrsqrt", "rsqrt"}, {"hrcp", "__drcp_rn"},
                                           {"__hmax", "fmax"},         {"__hmin", "fmin"},   {"__fdiv_rn", "__ddiv_rn"}, {"__fsqrt_rn", "__dsqrt_rn"},
                                           {"__frcp_rn", "__drcp_rn"}, {"__fdividef", "__ddiv_rn"}, {"__frsqrt_rn", "rsqrt"},  {"__saturatef", "__saturatef"}};
    for (const char* name : {"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "sqrt", "rsqrt", "cbrt", "pow", "fmax", "fmin", "fabs",
                             "fmod", "hypot", "erf", "erfc", "floor", "ceil", "trunc", "round", "rint", "ldexp", "copysign", "sinpi", "cospi", "tgamma", "lgamma", "norm3d", "fdim"})
      out[std::string(name) + "f"] = name;
    for (const char* mode : {"rz", "ru", "rd"})
      for (const auto& [narrow, wide] : {std::pair("__fadd_", "__dadd_"), {"__fsub_", "__dsub_"}, {"__fmul_", "__dmul_"}, {"__fmaf_", "__fma_"}, {"__fdiv_", "__ddiv_"}, {"__fsqrt_", "__dsqrt_"}, {"__frcp_", "__drcp_"}}) out[std::string(narrow) + mode] = std::string(wide) + mode;
    for (const char* name : {"exp", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "pow"}) out["__" + std::string(name) + "f"] = name;
    return out;
  }();
  return names;
}

std::string code_of(const std::string& source) {
  std::string out = source;
  for (std::size_t at = 0; at + 1 < out.size(); ++at) {
    const bool line = out[at] == '/' && out[at + 1] == '/', block = out[at] == '/' && out[at + 1] == '*', text = out[at] == '"';
    if (!line && !block && !text) continue;
    std::size_t end = line ? out.find('\n', at) : block ? out.find("*/", at + 2) : out.find('"', at + 1);
    end = end == std::string::npos ? out.size() : line ? end : block ? end + 2 : end + 1;
    for (; at < end; ++at)
      if (out[at] != '\n') out[at] = ' ';
  }
  return out;
}

bool converts_narrow(const std::string& name) {
  static const std::set<std::string> names{"__float2half", "__float2half_rn", "__half2float", "__float2bfloat16", "__float2bfloat16_rn", "__bfloat162float", "__double2half", "__double2float_rn"};
  return names.contains(name);
}

bool is_assigned(const std::string& text, std::size_t at) {
  const auto skip_spaces = [&] {
    while (at < text.size() && text[at] == ' ') ++at;
  };
  skip_spaces();
  while (at < text.size() && text[at] == '[') {
    int depth = 0;
    do depth += text[at] == '[' ? 1 : text[at] == ']' ? -1 : 0;
    while (++at < text.size() && depth != 0);
    skip_spaces();
  }
  if (at < text.size() && std::string_view("+-*/").find(text[at]) != std::string_view::npos) ++at;
  return at < text.size() && text[at] == '=' && (at + 1 == text.size() || text[at + 1] != '=');
}

declarations read_declarations(const std::string& code) {
  declarations out;
  static const std::regex type(R"(\b(float|float[234]|__half|half|__nv_bfloat16|nv_bfloat16)\b)");
  for (auto m = std::sregex_iterator(code.begin(), code.end(), type); m != std::sregex_iterator(); ++m) {
    const auto begin = static_cast<std::size_t>(m->position());
    const bool is_float = m->str() == "float", is_vector = !is_float && m->str().starts_with("float");
    std::size_t at = begin + static_cast<std::size_t>(m->length());
    const std::string before = code.substr(code.find_last_of("\n;{}(", begin) + 1, begin - code.find_last_of("\n;{}(", begin) - 1);
    bool first = true;
    for (;;) { // declarators, until what is none
      bool pointer = false;
      while (at < code.size() && (code[at] == ' ' || code[at] == '*' || code[at] == '&' || code.compare(at, 5, "const") == 0 || code.compare(at, 12, "__restrict__") == 0)) {
        pointer = pointer || code[at] == '*' || code[at] == '&';
        at += code[at] == ' ' || code[at] == '*' || code[at] == '&' ? 1 : code[at] == 'c' ? 5 : 12;
      }
      std::size_t end = at;
      while (end < code.size() && is_letter(code[end])) ++end;
      if (end == at || std::isdigit(static_cast<unsigned char>(code[at])) != 0) break;
      const std::string name = code.substr(at, end - at);
      std::size_t next = end;
      while (next < code.size() && code[next] == ' ') ++next;
      if (next < code.size() && code[next] == '(') break; // a function
      (is_float ? out.floats : is_vector ? out.vectors : out.halves).insert(name);
      const bool ends_parameter = next < code.size() && (code[next] == ')' || (first && code[next] == ',' && code.find_first_of(";{", next) != std::string::npos && code[code.find_first_of(";{", next)] == '{'));
      if (!pointer && !is_vector && !ends_parameter && before.find("extern") == std::string::npos) out.local[name].push_back(begin);
      int depth = 0; // over arrays and initialisers, to the next declarator
      while (next < code.size() && !(depth == 0 && (code[next] == ',' || code[next] == ';' || code[next] == ')'))) {
        depth += code[next] == '(' || code[next] == '[' || code[next] == '{' ? 1 : code[next] == ')' || code[next] == ']' || code[next] == '}' ? -1 : 0;
        ++next;
      }
      if (next >= code.size() || code[next] != ',' || ends_parameter) break;
      at = next + 1, first = false;
    }
  }
  return out;
}

std::size_t right_side(const std::string& line) {
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    if (line[at] != '=') continue;
    const bool compares = line[at + 1] == '=' || (at > 0 && std::string_view("=!<>").find(line[at - 1]) != std::string_view::npos);
    if (!compares) return at + 1;
  }
  const std::size_t at = line.find("return ");
  return at == std::string::npos ? std::string::npos : at + 7;
}

std::vector<std::string> assigned_names(const std::string& line) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < line.size();) {
    if (!is_letter(line[at]) || std::isdigit(static_cast<unsigned char>(line[at])) != 0) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_letter(line[end])) ++end;
    if (is_assigned(line, end)) out.push_back(line.substr(at, end - at));
    at = end;
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

} // namespace fpcheck::tune
