// A second opinion on the code as it is written, where a card fuses its multiplications and additions.
#include "inspectors.hpp"

#include <fpcheck/analysis/judged_check.hpp>
#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/tensor/array.hpp>

#include "faults.hpp"
#include "places.hpp"

#include <cmath>
#include <optional>
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

/// Small integers that are others as written: labels, signs, bins, counts. Bits of floating-point numbers are larger.
struct other_integers {
  std::uint64_t differ = 0, elements = 0, first = 0;
  std::int64_t fused = 0, written = 0; ///< of the first
};
other_integers compare_integers(const exec::buffer& as_written, const exec::region& fused) {
  other_integers out;
  const std::size_t bytes = tensor::size_of(as_written.type);
  if (tensor::is_real(as_written.type) || bytes == 0) return out;
  constexpr double largest = 1 << 16;
  for (std::uint64_t k = 0; (k + 1) * bytes <= fused.size() && (k + 1) * bytes <= as_written.data.size(); ++k) {
    const double a = tensor::decode(as_written.type, tensor::load_code(as_written.type, fused.data.data() + k * bytes));
    const double b = tensor::decode(as_written.type, tensor::load_code(as_written.type, as_written.data.data() + k * bytes));
    ++out.elements;
    if (a == b || std::fabs(a) >= largest || std::fabs(b) >= largest || fused.is_undefined(k * bytes, static_cast<unsigned>(bytes))) continue;
    if (out.differ++ == 0) out.first = k, out.fused = static_cast<std::int64_t>(a), out.written = static_cast<std::int64_t>(b);
  }
  return out;
}

/// The last instruction before line `line` of the PTX that became a fused one; nothing where there is none.
std::optional<std::uint32_t> fused_before(const exec::program& fused, const exec::program& written, std::uint32_t line) {
  std::set<std::uint32_t> sums; // lines that add, as written
  for (const exec::op& o : written.ops)
    if (ptx::is_real_sum(o.meaning) && o.meaning.operation != ptx::operation::fused && o.source != nullptr) sums.insert(o.source->ptx_line);
  std::optional<std::uint32_t> out;
  for (const exec::op& o : fused.ops)
    if (o.meaning.operation == ptx::operation::fused && o.source != nullptr && o.source->ptx_line < line && sums.contains(o.source->ptx_line)) out = o.pc;
  return out;
}

/// Integers of an output that are others wherever multiplications and additions are fused: a decision that the code's own rounding takes.
void judge_integers(session& s, const exec::run_record& first, const exec::run_request& written) {
  for (std::uint32_t b = 0; b < written.buffers.size(); ++b) {
    if (written.buffers[b].role == exec::buffer_role::input) continue;
    const other_integers x = compare_integers(written.buffers[b], *first.buffers[b]);
    if (x.differ < s.by.judged.least_ruined || static_cast<double>(x.differ) < s.by.judged.ruined_share * static_cast<double>(x.elements)) continue;
    finding f;
    f.rule = rule::contraction;
    f.level = level::error;
    f.output = s.request.buffers[b].name, f.element = x.first;
    f.message = std::to_string(x.differ) + " of " + std::to_string(x.elements) + " integers of " + f.output + " are decided by whether a multiply and an add are fused: [" + std::to_string(x.first) + "] is " +
                std::to_string(x.fused) + " on a card, which fuses them, and " + std::to_string(x.written) + " as written";
    f.hint = std::string(advice(f.rule));
    locate_writer(f, s.code, s.request, b, x.first, s.how.blocks);
    if (const auto pc = fused_before(s.code, *s.how.apart, f.ptx_line)) locate(f, s.code, *pc);
    s.result.findings.push_back(std::move(f));
    s.result.verdict = exit_code::findings;
  }
}

} // namespace

result<void> compare_contraction(session& s, const exec::run_record& first) {
  if (s.how.apart == nullptr) return {};
  if (s.how.contracts == contraction_run::where_cheap && s.result.coverage.instructions > s.by.judged.contraction_work) return {};
  exec::run_request request = s.request;
  options how = s.how;
  how.apart = nullptr;
  how.lines = line_attribution::skip;
  const auto apart = check(*s.how.apart, request, how, s.by.judged);
  if (!apart) return tl::unexpected(apart.error());
  s.result.contraction = apart->result.verdict == s.result.verdict ? contraction_outcome::same : contraction_outcome::different;
  if (s.result.contraction == contraction_outcome::same && broken(apart->result) == broken(s.result)) {
    if (s.result.verdict == exit_code::passed) judge_integers(s, first, request);
    return {};
  }
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
