#include <fpcheck/session/hints.hpp>

#include <cctype>
#include <regex>
#include <vector>
#include <set>

namespace fpcheck::session {
namespace {

using analysis::rule;

constexpr std::size_t longest_line = 400; // std::regex recurses once a character

// Parts of patterns, on a line without blanks and comments.
const std::string one = R"((?:1\.0*f?|1\.?f?|1))";                 // 1, 1.f, 1.0f
const std::string term_text = R"([A-Za-z_][A-Za-z_0-9.]*(?:\[[^\]]*\])*)"; // x, x[i], p.x
const std::string call = R"(\((?:[^()]|\([^()]*\))*\))";          // (...), with calls inside

struct pattern {
  std::set<rule> rules; ///< empty: any that is about values
  std::regex text;
  const char* hint;
};

const std::set<rule> value_rules{rule::cancellation, rule::absorption,  rule::inaccurate, rule::narrowing, rule::mismatch,
                                 rule::nan_born,     rule::inf_born,    rule::overflow,   rule::underflow_flushed, rule::narrow_accumulator};
const std::set<rule> lost{rule::cancellation, rule::absorption, rule::inaccurate, rule::mismatch};
const std::set<rule> infinite{rule::nan_born, rule::inf_born, rule::overflow};
const std::set<rule> sums{rule::absorption, rule::cancellation, rule::narrow_accumulator};

const std::vector<pattern>& patterns() {
  static const std::vector<pattern> rows = [] {
    std::vector<pattern> out;
    const auto add = [&](const std::set<rule>& rules, const std::string& text, const char* hint) { out.push_back({rules, std::regex(text), hint}); };
    add(lost, "log(?:2|10)?f?\\(" + one + "[+-]|log(?:2|10)?f?\\((?:[^()]|\\([^()]*\\))*\\+" + one + "\\)",
        "log1p(x) instead of log(1 + x): the sum rounds x away before the logarithm sees it");
    add(lost, "exp2?f?" + call + "-" + one + "(?![0-9.])", "expm1(x) instead of exp(x) - 1: it is accurate where x is small");
    add(lost, one + "-(?:__)?cosf?\\(", "2 * sin(x / 2) * sin(x / 2) instead of 1 - cos(x)");
    add(lost, "sqrtf?" + call + "-" + one + "(?![0-9.])|sqrtf?" + call + "-sqrtf?\\(", "(a - b) / (sqrt(a) + sqrt(b)) instead of sqrt(a) - sqrt(b)");
    add({rule::cancellation, rule::mismatch, rule::inaccurate}, "(" + term_text + ")\\*\\1-(" + term_text + ")\\*\\2", "(a - b) * (a + b) instead of a * a - b * b, or a two-pass variance where it is one");
    add({rule::cancellation, rule::mismatch, rule::inaccurate}, "-\\(?(" + term_text + ")\\*\\1", "a two-pass or Welford variance instead of E[x^2] - E[x]^2: subtract the mean first, or a shift near it");
    add({rule::cancellation, rule::mismatch, rule::inaccurate}, term_text + "\\*" + term_text + "-" + term_text + "\\*" + term_text,
        "a difference of products keeps its digits with two fused ones: w = c * d; fma(a, b, -w) - fma(c, d, -w)");
    add(infinite, "exp(?:2|10)?f?\\(", "subtract the maximum before the exponential: exp(x - max) is at most 1");
    add(infinite, "logf?\\(", "keep zero out of the logarithm: log(fmax(x, tiny)), or log_softmax in one formula");
    add(sums, R"(atomicAdd\(|\+=)", "a compensated (Kahan) sum, pairwise summation or a wider accumulator");
    return out;
  }();
  return rows;
}

/// The line as patterns want it: without blanks, comments and the names' namespaces.
std::string squeezed(std::string_view line) {
  std::string out;
  line = line.substr(0, std::min(line.find("//"), longest_line));
  for (const char c : line)
    if (std::isspace(static_cast<unsigned char>(c)) == 0) out += c;
  return out;
}

/// Where the parenthesis that opens at `at` closes; npos where it does not.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

} // namespace

std::optional<std::string> hint_for(rule r, std::string_view line) {
  if (!value_rules.contains(r)) return std::nullopt;
  const std::string text = squeezed(line);
  for (const pattern& p : patterns())
    if (p.rules.contains(r) && std::regex_search(text, p.text)) return p.hint;
  return std::nullopt;
}

std::optional<std::string> repaired(std::string_view whole) {
  const std::string line(whole.substr(0, std::min(whole.find("//"), longest_line)));
  static const std::regex logarithm(R"(\blog(f?)\(\s*1(?:\.0*f?|\.?f)?\s*\+)"), exponential(R"(\bexp(f?)\()"), minus_one(R"(^\s*-\s*1(?:\.0*f?|\.?f)?(?![0-9.]))");
  std::smatch found;
  if (std::regex_search(line, found, logarithm)) {
    const std::size_t open = line.find('(', static_cast<std::size_t>(found.position())), close = closing(line, open);
    const auto from = static_cast<std::size_t>(found.position() + found.length());
    if (close != std::string::npos && close > from)
      return line.substr(0, static_cast<std::size_t>(found.position())) + "log1p" + found[1].str() + '(' + trimmed(line.substr(from, close - from)) + line.substr(close);
  }
  if (std::regex_search(line, found, exponential)) {
    const std::size_t open = line.find('(', static_cast<std::size_t>(found.position())), close = closing(line, open);
    std::smatch one_less;
    const std::string rest = close == std::string::npos ? "" : line.substr(close + 1);
    if (std::regex_search(rest, one_less, minus_one))
      return line.substr(0, static_cast<std::size_t>(found.position())) + "expm1" + found[1].str() + line.substr(open, close - open + 1) + rest.substr(static_cast<std::size_t>(one_less.length()));
  }
  return std::nullopt;
}

} // namespace fpcheck::session
