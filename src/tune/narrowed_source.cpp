#include <fpcheck/tune/tune.hpp>

#include "source_text.hpp"

#include <algorithm>
#include <cctype>

namespace fpcheck::tune {
namespace {

/// Numbers of which every operation's result is rounded to a narrower format: what the line's operations would give there, without a change of the
/// types around it.
constexpr const char* narrow_type = R"cuda(struct in_FORMAT {
  float v;
  explicit __device__ in_FORMAT(float x) : v(x) {}
  __device__ operator float() const { return v; }
};
struct to_FORMAT : in_FORMAT {
  explicit __device__ to_FORMAT(float x) : in_FORMAT(NARROW(x)) {}
};
#define FPCHECK_OPERATOR(op, function) \
  __device__ inline in_FORMAT operator op(in_FORMAT a, in_FORMAT b) { return to_FORMAT(function((float)a, (float)b)); } \
  template <class T> __device__ in_FORMAT operator op(in_FORMAT a, T b) { return to_FORMAT(function((float)a, (float)b)); } \
  template <class T> __device__ in_FORMAT operator op(T a, in_FORMAT b) { return to_FORMAT(function((float)a, (float)b)); }
FPCHECK_OPERATOR(+, __fadd_rn)
FPCHECK_OPERATOR(-, __fsub_rn)
FPCHECK_OPERATOR(*, __fmul_rn)
FPCHECK_OPERATOR(/, __fdiv_rn)
#undef FPCHECK_OPERATOR
)cuda";

std::string with_format(std::string text, const std::string& format) {
  const std::string narrow = format == "bf16" ? "__bfloat162float(__float2bfloat16_rn(x))" : "__half2float(__float2half_rn(x))";
  for (const auto& [what, by] : {std::pair{std::string("NARROW(x)"), narrow}, {"FORMAT", format}})
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

/// Where an expression that starts at `at` ends: at a semicolon, a comma or a bracket that it did not open.
std::size_t end_of_expression(const std::string& text, std::size_t at) {
  for (int depth = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    else if ((c == ')' || c == ']' || c == '}') && depth-- == 0) return at;
    else if ((c == ';' || c == ',') && depth == 0) return at;
  }
  return at;
}

/// "s = s + (x)" of "s += x", where s is a float.
std::string without_compounds(std::string text, const declarations& known) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at + 1] != '=' || std::string_view("+-*/").find(text[at]) == std::string_view::npos) continue;
    std::size_t begin = at; // of what is assigned to: a name with its index
    while (begin > 0 && text[begin - 1] == ' ') --begin;
    const std::size_t behind = begin;
    for (int depth = 0; begin > 0 && (depth > 0 || is_letter(text[begin - 1]) || text[begin - 1] == ']'); --begin)
      depth += text[begin - 1] == ']' ? 1 : text[begin - 1] == '[' ? -1 : 0;
    const std::string target = text.substr(begin, behind - begin), name = target.substr(0, target.find('['));
    if (!known.floats.contains(name)) continue;
    const std::size_t end = end_of_expression(text, at + 2);
    const std::string fresh = target + " = " + target + ' ' + text[at] + " (" + text.substr(at + 2, end - at - 2) + ")";
    text.replace(begin, end - begin, fresh);
    at = begin + target.size() * 2 + 4;
  }
  return text;
}

/// Operands, and results of functions, in the format.
std::string narrowed_expression(const std::string& text, const declarations& known, const std::string& format) {
  std::string out;
  int in_index = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    in_index += c == '[' ? 1 : c == ']' ? -1 : 0;
    std::size_t end = at + 1;
    if (is_letter(c) && std::isdigit(static_cast<unsigned char>(c)) != 0) {
      while (end < text.size() && (is_letter(text[end]) || text[end] == '.')) ++end;
    } else if (is_letter(c)) {
      while (end < text.size() && is_letter(text[end])) ++end;
      const std::string name = text.substr(at, end - at);
      const bool member = at > 0 && (text[at - 1] == '.' || (at > 1 && text[at - 1] == '>' && text[at - 2] == '-'));
      const bool call = end < text.size() && text[end] == '(';
      if (in_index == 0 && !member && !is_assigned(text, end)) {
        if (call && wide_names().contains(name)) out += "(to_" + format + ")";
        else if (!call && (known.floats.contains(name) || (known.vectors.contains(name) && text.find_first_of(".[", end) == end))) out += "(in_" + format + ")";
      }
    }
    out.append(text, at, end - at);
    at = end;
  }
  return out;
}

} // namespace

std::optional<std::string> narrowed_source(const std::string& source, const std::vector<proposal>& proposals) {
  const std::string code = code_of(source);
  const declarations known = read_declarations(code);
  std::vector<std::string> text = lines_of(source);
  const std::vector<std::string> bare = lines_of(code);
  std::set<std::string> formats;
  for (const proposal& p : proposals) {
    if (p.line == 0 || p.line > text.size() || (p.change != "bf16" && p.change != "f16")) continue;
    const std::string& line = bare[p.line - 1];
    const std::size_t right = right_side(line);
    if (right == std::string::npos) continue;
    // A compound assignment starts before its right-hand side.
    const bool compound = right > 1 && std::string_view("+-*/").find(line[right - 2]) != std::string_view::npos;
    std::size_t from = right;
    if (compound)
      for (from = right - 2; from > 0 && line[from - 1] != ';' && line[from - 1] != '{' && line[from - 1] != ')'; --from) {}
    const std::size_t comment = line.find_last_not_of(' ') + 1;
    const std::string body = line.substr(from, std::max(comment, from) - from), fresh = narrowed_expression(without_compounds(body, known), known, p.change);
    if (fresh == body) continue;
    text[p.line - 1] = line.substr(0, from) + fresh + text[p.line - 1].substr(std::min(std::max(comment, from), text[p.line - 1].size()));
    formats.insert(p.change);
  }
  if (formats.empty()) return std::nullopt;
  std::string out;
  for (const std::string& f : formats) out += std::string("#include <cuda_") + (f == "bf16" ? "bf16" : "fp16") + ".h>\n" + with_format(narrow_type, f);
  for (std::size_t k = 0; k < text.size(); ++k) out += text[k] + (k + 1 < text.size() ? "\n" : "");
  return out;
}

} // namespace fpcheck::tune
