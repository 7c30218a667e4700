#include <fpcheck/verdict/verdict.hpp>
#include <fpcheck/base/number.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::verdict {
namespace {

bool is_open(const analysis::finding& f) { return !f.suppressed && f.level == analysis::level::error; }

/// The words of `some` that are not among `others`, each with a blank before it.
std::string without(const std::vector<std::string>& some, const std::vector<std::string>& others) {
  std::string out;
  for (const std::string& s : some)
    if (std::find(others.begin(), others.end(), s) == others.end()) out += ' ' + s;
  return out;
}

/// Zeros, and outputs that differ by less than the tolerance, deserve a warning; outputs that are alike are often meant to be.
analysis::level level_of_untold(const tolerance::verdict& v) {
  const auto is_grave = [&](const tolerance::canary& c) { return c.rejected == 0 && (c.differs || c.name == tolerance::all_zero_output); };
  return std::any_of(v.canaries.begin(), v.canaries.end(), is_grave) ? analysis::level::warning : analysis::level::note;
}

} // namespace

std::string element_name(const std::string& output, const tolerance::element_report& e) {
  std::string out;
  for (const std::int64_t i : e.position) out += (out.empty() ? "" : ", ") + std::to_string(i);
  return output + '[' + (e.position.size() < 2 ? std::to_string(e.index) : out) + ']';
}

std::string told(const std::string& output, const tolerance::element_report& e) {
  const told_apart values = apart(e.actual, e.expected);
  std::string out = element_name(output, e) + " = " + values.first + ", not " + values.second;
  std::string sizes;
  if (std::isfinite(e.ulps)) sizes = number(e.ulps) + " ulp";
  if (std::isfinite(e.error) && std::isfinite(e.allowed)) sizes += (sizes.empty() ? "off by " : ", off by ") + number(e.error) + " where " + number(e.allowed) + " is allowed";
  return sizes.empty() ? out : out + " (" + sizes + ')';
}

exit_code of(const analysis::run_result& run) {
  exit_code out = std::any_of(run.findings.begin(), run.findings.end(), is_open) ? exit_code::findings : exit_code::passed;
  if (!run.incomplete.empty()) out = worse(out, exit_code::incomplete);
  // The analysis's own verdict counts too, but for findings that a comment excuses.
  return run.verdict == exit_code::findings ? out : worse(out, run.verdict);
}

analysis::finding finding_of(const comparison& k) {
  const tolerance::verdict& v = k.verdict;
  analysis::finding f;
  f.rule = v.failures() > 0 ? analysis::rule::mismatch : analysis::rule::vacuous_tolerance;
  f.output = k.output;
  f.count = std::max<std::uint64_t>(v.failures(), 1);
  f.message = k.output + " against " + k.reference + " (" + v.tolerance_words + "): " + v.reason;
  if (v.code == exit_code::passed) f.level = level_of_untold(v);
  if (v.failures() == 0 || v.worst.empty()) return f;
  const tolerance::element_report& w = v.worst[0];
  f.element = w.index;
  f.computed = w.actual;
  f.exact = w.expected;
  f.message += "; the worst is " + told(k.output, w);
  return f;
}

bool suppress(analysis::run_result& run, const launch::suppression& s) {
  bool used = false;
  for (analysis::finding& f : run.findings) {
    const bool here = std::any_of(f.stack.begin(), f.stack.end(), [&](const analysis::frame& frame) { return frame.line == s.line && frame.file == s.file; });
    if (!here || s.rule != analysis::id(f.rule)) continue;
    f.suppressed = used = true;
    f.suppression_reason = s.reason;
  }
  return used;
}

expectation expect(analysis::run_result& run, const std::vector<std::string>& expected) {
  std::vector<std::string> wanted = expected, seen;
  for (const analysis::finding& f : run.findings)
    if (is_open(f)) seen.emplace_back(analysis::id(f.rule));
  if (!run.incomplete.empty()) seen.emplace_back("incomplete");
  std::erase(wanted, "clean");
  expectation out{without(wanted, seen), without(seen, wanted)};
  if (out.code() != exit_code::passed) return out;
  for (analysis::finding& f : run.findings) {
    f.suppressed = true;
    f.suppression_reason = "expected";
  }
  return out;
}

std::string inputs_to_blame(const comparison& k, const std::optional<analysis::run_result>& run) {
  if (k.verdict.code != exit_code::findings || !k.conditioning || !k.conditioning->input_ulps_at_worst || k.verdict.worst.empty() || !run) return {};
  const double off = k.verdict.worst[0].ulps, explained = *k.conditioning->input_ulps_at_worst;
  if (!(off > 1 && off <= explained)) return {};
  // Inputs are exact as they are stored: what an analysis of the kernel's own arithmetic finds is never excused by them.
  for (const analysis::finding& f : run->findings)
    if (f.output == k.output && f.rule != analysis::rule::mismatch && f.level != analysis::level::note) return {};
  const std::string sizes = "half an ulp in every input moves the worst element by up to " + number(explained) + " ulp, and it is " + number(off) + " ulp off";
  // Only what a stable computation may be off too is nobody's fault: inputs are exact as they are stored.
  const std::optional<double>& stable = k.conditioning->stable_ulps_at_worst;
  if (!stable) return "sensitive here: " + sizes;
  if (off <= *stable) return "your inputs, not your kernel: " + sizes + "; a stable computation may be off by " + number(*stable) + " ulp too";
  return "sensitive here: " + sizes + "; but a stable computation would be within " + number(*stable) + " ulp";
}

} // namespace fpcheck::verdict
