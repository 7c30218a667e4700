#include <fpcheck/tolerance/judge.hpp>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace fpcheck::tolerance {
namespace {

std::string number(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.4g", x);
  return buffer;
}

std::string exact_number(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.9g", x);
  return buffer;
}

/// A non-negative number that fills `words`.
bool read(std::string_view words, double& out) {
  const std::string copy(words);
  char* end = nullptr;
  out = std::strtod(copy.c_str(), &end);
  return !copy.empty() && *end == '\0' && out >= 0 && std::isfinite(out);
}

tolerance torch_defaults(tensor::dtype type) {
  switch (type) {
  case tensor::dtype::f64: return {tolerance_kind::relative, 0, 1e-7, 1e-7, "torch"};
  case tensor::dtype::f32: return {tolerance_kind::relative, 0, 1.3e-6, 1e-5, "torch"};
  case tensor::dtype::f16: return {tolerance_kind::relative, 0, 1e-3, 1e-5, "torch"};
  case tensor::dtype::bf16: return {tolerance_kind::relative, 0, 1.6e-2, 1e-5, "torch"};
  default: return {tolerance_kind::relative, 0, 0, 0, "torch"};
  }
}

constexpr std::string_view outcome_words[outcome_count] = {"passed", "suspect", "wrong", "NaN mismatch", "infinite mismatch", "without a bound"};

std::string position_text(const std::vector<std::int64_t>& p) {
  std::string out = "[";
  for (std::size_t i = 0; i < p.size(); ++i) out += (i == 0 ? "" : ", ") + std::to_string(p[i]);
  return out + "]";
}

} // namespace

result<tolerance> parse_tolerance(std::string_view words, tensor::dtype output) {
  tolerance t;
  t.words = std::string(words);
  if (words == "auto") return t;
  if (words == "torch") return torch_defaults(output);
  if (words == "bitwise") return t.kind = tolerance_kind::bitwise, t;
  if (words.size() > 3 && words.substr(words.size() - 3) == "ulp" && read(words.substr(0, words.size() - 3), t.ulps))
    return t.kind = tolerance_kind::ulps, t;
  t.kind = tolerance_kind::relative;
  bool understood = !words.empty();
  while (!words.empty() && understood) {
    const std::size_t comma = std::min(words.find(','), words.size());
    const std::string_view part = words.substr(0, comma);
    if (part.substr(0, 5) == "rtol=") {
      understood = read(part.substr(5), t.relative);
    } else if (part.substr(0, 5) == "atol=") {
      understood = read(part.substr(5), t.absolute);
    } else {
      understood = false;
    }
    words.remove_prefix(std::min(comma + 1, words.size()));
  }
  if (understood) return t;
  return fail("unknown tolerance '" + t.words + "'", {}, "auto, 16ulp, rtol=1e-3,atol=1e-5, torch or bitwise");
}

std::string text(const verdict& v) {
  const char* const head = v.code == exit_code::passed ? "passed" : v.code == exit_code::incomplete ? "incomplete" : "FAILED";
  std::string out = std::string(head) + ": " + v.reason + "\n";
  out += "  elements " + std::to_string(v.elements) + ", equal to the rounded reference " + std::to_string(v.bit_equal);
  for (std::size_t k = 0; k < outcome_count; ++k)
    if (v.counts[k] != 0) out += ", " + std::string(outcome_words[k]) + " " + std::to_string(v.counts[k]);
  out += "\n  tolerance " + v.tolerance_words + ", output " + v.output_format;
  if (v.tolerance_words == "auto")
    out += v.by_worst_case == v.elements ? ", worst-case bound" : v.by_worst_case == 0 ? ", probable bound" : ", probable bound on " + std::to_string(v.elements - v.by_worst_case) + " elements";
  out += "\n  error in ulps: median " + number(v.ulp_percentiles[0]) + ", 90 % " + number(v.ulp_percentiles[1]) + ", 99 % " + number(v.ulp_percentiles[2]) + ", 99.9 % " +
         number(v.ulp_percentiles[3]) + ", largest " + number(v.ulp_percentiles[4]) + "; bias " + number(v.bias) + "\n";
  out += "  largest error / allowance among passing elements " + number(v.largest_share) + "\n";
  out += "  resolution: relative errors below " + number(v.resolution_median) + " (median), " + number(v.resolution_worst) + " (worst) could not have been seen\n";
  if (v.hulls != 0) out += "  " + std::to_string(v.hulls) + " decisions at kinks or ties by the hull of one-sided values\n";
  if (v.one_code_misses != 0) out += "  " + std::to_string(v.one_code_misses) + " of the failures are one code away from the rounded reference\n";
  for (const canary& c : v.canaries)
    if (c.rejected == 0) out += "  " + std::string(c.name) + (c.differs ? " would pass\n" : " is what these inputs give\n");
  for (const element_report& e : v.worst)
    out += "  " + position_text(e.position) + " actual " + exact_number(e.actual) + ", expected " + exact_number(e.expected) + ", error " + number(e.error) + " (" + number(e.ulps) +
           " ulp), allowed " + number(e.allowed) + ", " + std::string(outcome_words[static_cast<std::size_t>(e.outcome)]) + "\n";
  return out;
}

} // namespace fpcheck::tolerance
