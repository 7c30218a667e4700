#pragma once
// A document with something of everything, for the tests of the writers and of the reader.
#include <fpcheck/report/document.hpp>

#include <limits>

namespace fpcheck::report {

inline analysis::finding a_finding() {
  analysis::finding f;
  f.rule = analysis::rule::cancellation;
  f.message = "out[3] is 0.9375, exactly 0.0842: <8.6e+06> & ulp";
  f.stack = {{"variance", "k.cu", 2, 10}, {"caller", "k.cu", 7, 1}};
  f.ptx_line = 40;
  f.instruction = "sub.f32";
  f.output = "out";
  f.element = 3;
  f.count = 1234;
  f.excess = 1e5;
  f.computed = std::numeric_limits<double>::quiet_NaN();
  f.exact = std::numeric_limits<double>::infinity();
  f.thread = analysis::thread_position{0, {1, 0, 0}, {3, 0, 0}};
  f.slice = {{{"variance", "k.cu", 2, 10}, 40, "sub.f32", 0.85, 0.99, 8.6e6}};
  return f;
}

inline analysis::error_profile a_profile() {
  analysis::error_profiler p({4}, 4);
  p.add(0, 0), p.add(1, 0.5), p.add(2, 8.6e6), p.mark(3, analysis::cell_nonfinite);
  return p.take();
}

inline std::optional<std::string> source(const std::string& file, std::uint32_t line) {
  if (file != "k.cu" || line > 8) return std::nullopt;
  return line == 2 ? "\tvar = s / n - m * m;" : "// line " + std::to_string(line);
}

inline comparison a_comparison() {
  comparison k;
  k.output = "out", k.reference = "var(x, 1)";
  k.verdict.tolerance_words = "2ulp", k.verdict.reason = "3 of 4 elements are wrong";
  k.verdict.code = exit_code::findings;
  k.verdict.elements = 4, k.verdict.counts[2] = 3;
  k.verdict.worst = {{2, {2}, 0.9375, 0.0842, 0.85, 1e-8, 8.6e6, tolerance::element_outcome::wrong}};
  k.conditioning = conditioning{4, 2.5, 1999, 1, {{"inp", 1998}, {"g", 1}}, 0.5, 200, 0.75, std::nullopt};
  k.split = error_split{4, 4e6, 8.6e6, 0.25, 0.5, 2, 0.0842, 0.0842, 0.9375};
  return k;
}

inline document a_document() {
  case_report flagged;
  flagged.file = "k.cu";
  flagged.title = "variance <<<4, 128>>>";
  flagged.where = {"k.cu", 1, 1};
  flagged.inputs = {{"inp", "f32", {4, 128}, "randn:4x128 seed 0", "abc"}};
  flagged.run.emplace();
  flagged.run->kernel = "variance(float const*, float*)";
  flagged.run->shadow = "ball";
  flagged.run->coverage = {1234567, 1000, 999, 0, 2, 4, 4};
  flagged.run->findings = {a_finding()};
  flagged.run->outputs = {{"out", "f32", {4}, 4, 4, 4, 0, 0, 0, 8.6e6, 4e6, 3, 0.9375, 0.0842, 1e-9, a_profile()}};
  flagged.run->lines = {{{{"variance", "k.cu", 2, 10}, {"caller", "k.cu", 7, 1}}, "out", "sub.f32", 40, 0.75, 8.6e6}};
  flagged.replay = "fpcheck run k.cu:variance -l '<<<4, 128>>>'";
  flagged.comparisons = {a_comparison()};
  flagged.verdict = exit_code::findings;
  case_report clean = flagged;
  clean.title = "variance <<<1, 1>>>";
  clean.run->findings[0].suppressed = true;
  clean.run->findings[0].suppression_reason = "data is centred";
  clean.comparisons.clear();
  clean.verdict = exit_code::passed;
  case_report stuck = clean;
  stuck.run->findings.clear();
  stuck.run->incomplete = {{"tex.2d is not modelled", {{"variance", "k.cu", 3, 0}}, 50}};
  stuck.variants = {{"as it is", {{"out", 4, 0, 0, 2e-3, 1e-3, 8.6e6, 3}}, 1000, 0, {}}, {"line 2: f64", {{"out", 4, 1, 3, 1e-9, 5e-10, 0.5, 0}}, 1000, 250, {}}, {"line 2: e2m1", {}, 0, 0, "the time is up"}};
  stuck.verdict = exit_code::incomplete;
  case_report wrong;
  wrong.file = "k.cu";
  wrong.title = "varaince";
  wrong.errors = {
      {"no kernel is called 'varaince'", {"k.cu", 9, 13}, "// fpcheck: varaince", "did you mean 'variance'?"}};
  wrong.verdict = exit_code::usage;
  document d{"0.1.0", {flagged, clean, stuck, wrong}, {}};
  attach_sources(d, source);
  return d;
}

} // namespace fpcheck::report
