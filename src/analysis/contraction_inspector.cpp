// A second opinion on the code as it is written, where a card fuses its multiplications and additions.
#include "inspectors.hpp"

#include <fpcheck/analysis/judged_check.hpp>

#include <set>
#include <string>

namespace fpcheck::analysis {
namespace {

/// What a contraction may change: the verdict, and which rule is broken where.
std::set<std::pair<rule, std::uint32_t>> broken(const run_result& r) {
  std::set<std::pair<rule, std::uint32_t>> out;
  for (const finding& f : r.findings)
    if (f.level == level::error) out.emplace(f.rule, f.stack.empty() ? f.ptx_line : f.stack[0].line);
  return out;
}
std::string told(const run_result& r) {
  switch (r.verdict) {
  case exit_code::passed: return "passes";
  case exit_code::findings: return "has a finding, " + std::string(id(r.findings[0].rule)) + (r.findings[0].stack.empty() ? "" : " in line " + std::to_string(r.findings[0].stack[0].line));
  default: return "is incomplete";
  }
}

} // namespace

result<void> compare_contraction(session& s) {
  if (s.how.apart == nullptr) return {};
  if (s.how.contracts == contraction_run::where_cheap && s.result.coverage.instructions > s.by.judged.contraction_work) return {};
  exec::run_request request = s.request;
  options how = s.how;
  how.apart = nullptr;
  how.lines = line_attribution::skip;
  const auto apart = check(*s.how.apart, request, how, s.by.judged);
  if (!apart) return tl::unexpected(apart.error());
  s.result.contraction = apart->result.verdict == s.result.verdict ? contraction_outcome::same : contraction_outcome::different;
  if (s.result.contraction == contraction_outcome::same && broken(apart->result) == broken(s.result)) return {};
  finding f;
  f.rule = rule::contraction;
  f.level = level::warning;
  f.message = "with multiply and add fused, as a card runs it, the kernel " + told(s.result) + "; as written it " + told(apart->result);
  const run_result& worse_one = s.result.findings.empty() ? apart->result : s.result;
  if (!worse_one.findings.empty()) {
    const finding& x = worse_one.findings[0];
    f.stack = x.stack, f.ptx_line = x.ptx_line, f.instruction = x.instruction, f.output = x.output, f.element = x.element;
  }
  f.hint = std::string(advice(f.rule));
  s.result.findings.push_back(std::move(f));
  return {};
}

} // namespace fpcheck::analysis
