// A second opinion on the code as it is written, where a card fuses its multiplications and additions.
#include "inspectors.hpp"

#include <fpcheck/analysis/judged_check.hpp>
#include <fpcheck/base/number.hpp>
#include <fpcheck/ptx/meaning.hpp>
#include <fpcheck/tensor/array.hpp>

#include "faults.hpp"
#include "places.hpp"

#include <cmath>
#include <filesystem>
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

/// Elements of an output that are others as written: how many of those that count, and the first of them.
struct other_integers {
  std::uint64_t differ = 0, counted = 0, first = 0;
  double fused = 0, written = 0; ///< of the first
  void add(std::uint64_t k, double a, double b) {
    if (differ++ == 0) first = k, fused = a, written = b;
  }
};

/// Small integers, of whatever type: labels, signs, bins, counts. Bits of floating-point numbers are larger, and rounding errors are no integers.
other_integers compare_integers(const exec::buffer& as_written, const exec::region& fused) {
  other_integers out;
  const std::size_t bytes = tensor::size_of(as_written.type);
  if (bytes == 0) return out;
  const auto counts = [](double x) { return std::fabs(x) < 1 << 16 && x == std::nearbyint(x); };
  for (std::uint64_t k = 0; (k + 1) * bytes <= fused.size() && (k + 1) * bytes <= as_written.data.size(); ++k) {
    const double a = tensor::decode(as_written.type, tensor::load_code(as_written.type, fused.data.data() + k * bytes));
    const double b = tensor::decode(as_written.type, tensor::load_code(as_written.type, as_written.data.data() + k * bytes));
    ++out.counted;
    if (a != b && counts(a) && counts(b) && !fused.is_undefined(k * bytes, static_cast<unsigned>(bytes))) out.add(k, a, b);
  }
  return out;
}

/// The last fused instruction before line `line` of the PTX whose source line adds where nothing is fused; nothing where there is none.
std::optional<std::uint32_t> fused_before(const exec::program& fused, const exec::program& written, std::uint32_t line) {
  const auto source_line = [](const exec::program& p, const exec::op& o) {
    const std::vector<frame> at = stack_of(p, o.pc);
    return at.empty() ? std::pair<std::string, std::uint32_t>{} : std::pair(std::filesystem::path(at[0].file).filename().string(), at[0].line);
  };
  std::set<std::uint32_t> lines; // of the PTX: one module is made of the other
  std::set<std::pair<std::string, std::uint32_t>> places;
  for (const exec::op& o : written.ops)
    if (ptx::is_real_sum(o.meaning) && o.meaning.operation != ptx::operation::fused && o.source != nullptr) {
      lines.insert(o.source->ptx_line);
      places.insert(source_line(written, o));
    }
  std::optional<std::uint32_t> out;
  for (const exec::op& o : fused.ops) {
    if (o.meaning.operation != ptx::operation::fused || o.source == nullptr || o.source->ptx_line >= line) continue;
    const auto at = source_line(fused, o);
    if (at.second != 0 ? places.contains(at) : lines.contains(o.source->ptx_line)) out = o.pc;
  }
  return out;
}

/// Elements of an output that are others wherever multiplications and additions are fused: a decision that the code's own rounding takes.
void judge_integers(session& s, const exec::run_record& first, const exec::program& code, const exec::run_request& written) {
  for (std::uint32_t b = 0; b < written.buffers.size(); ++b) {
    const exec::buffer& output = written.buffers[b];
    if (output.role == exec::buffer_role::input) continue;
    const other_integers x = compare_integers(output, *first.buffers[b]);
    if (x.differ < s.by.judged.least_ruined || static_cast<double>(x.differ) < s.by.judged.ruined_share * static_cast<double>(x.counted)) continue;
    const auto number = [](double v) { return fpcheck::number(v, 9); };
    finding f;
    f.rule = rule::contraction;
    f.level = level::error;
    f.output = s.request.buffers[b].name, f.element = x.first;
    f.message = std::to_string(x.differ) + " of " + std::to_string(x.counted) + " integers of " + f.output + " are decided by whether a multiply and an add are fused: [" + std::to_string(x.first) + "] is " +
                number(x.fused) + " on a card, which fuses them, and " + number(x.written) + " as written";
    f.hint = std::string(advice(f.rule));
    locate_writer(f, s.code, s.request, b, x.first, s.how.blocks);
    if (const auto pc = fused_before(s.code, code, f.ptx_line)) locate(f, s.code, *pc);
    s.result.findings.push_back(std::move(f));
    s.result.verdict = exit_code::findings;
  }
}

/// What the code is checked by that has no fused operation which the source does not spell out.
options without_fusing(const session& s) {
  options how = s.how;
  how.apart = nullptr;
  how.meter = &s.meter;
  how.unfused = {};
  how.lines = line_attribution::skip;
  how.bounds_of.clear();
  return how;
}

/// The compiler fuses too, before there is any PTX. Rounding errors that decide something (`anchored` ends) are looked at in code that
/// is compiled without it: there the source says which ones are computed on purpose.
result<void> compare_unfused(session& s, const exec::run_record& first) {
  if (s.result.verdict != exit_code::passed || s.result.coverage.lineage_ends.anchored == 0 || !s.how.unfused) return {};
  const exec::program* const code = s.how.unfused();
  if (code == nullptr) return {};
  exec::run_request request = s.request;
  const auto other = check(*code, request, without_fusing(s), s.by.judged);
  if (s.meter.is_spent()) return {};
  if (other && other->result.verdict == exit_code::passed) judge_integers(s, first, *code, request);
  return {};
}

} // namespace

result<void> compare_contraction(session& s, const exec::run_record& first) {
  if (s.how.contracts == contraction_run::where_cheap && s.result.coverage.instructions > s.by.judged.contraction_work) return {};
  if (s.how.apart == nullptr) return compare_unfused(s, first);
  exec::run_request request = s.request;
  const auto apart = check(*s.how.apart, request, without_fusing(s), s.by.judged);
  if (!apart) return tl::unexpected(apart.error());
  if (s.meter.is_spent()) return {};
  s.result.contraction = apart->result.verdict == s.result.verdict ? contraction_outcome::same : contraction_outcome::different;
  if (s.result.contraction == contraction_outcome::same && broken(apart->result) == broken(s.result)) {
    if (s.result.verdict == exit_code::passed) judge_integers(s, first, *s.how.apart, request);
    return compare_unfused(s, first);
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
