#include "absorbed_updates.hpp"
#include "account.hpp"
#include "check_session.hpp"
#include "float_indices.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>

namespace fpcheck::analysis {

exec::run_plan plan_for(const session& s, exec::domain_table domain) {
  exec::run_plan p;
  p.domain = domain;
  p.interrupt = s.how.interrupt;
  p.tracks_races = false;
  p.poles = s.poles;
  p.judged = s.by.judged;
  if (!s.how.blocks.empty()) p.ctas = {s.how.blocks};
  return p;
}

std::vector<std::uint64_t> writers(const session& s, const exec::run_record& run, const std::vector<std::pair<std::uint32_t, std::uint64_t>>& elements) {
  std::set<std::uint64_t> out;
  if (s.code.communicates || s.request.launches.size() != 1) return {};
  for (const auto& [buffer, index] : elements) {
    const exec::region& r = *run.buffers[buffer];
    const std::uint64_t offset = index * tensor::size_of(s.request.buffers[buffer].type);
    const exec::global_access* const touched = r.touched.find(offset / 4);
    if (touched == nullptr || touched->last.writer == 0) return {};
    out.insert(touched->last.writer - 1);
  }
  return {out.begin(), out.end()};
}

result<exec::run_record> replay(const session& s, const exec::domain_table& domain, const std::vector<std::uint64_t>& ctas) {
  exec::run_plan p = plan_for(s, domain);
  if (!ctas.empty()) p.ctas = {ctas};
  p.unforgiven = s.unforgiven;
  p.more_instructions = 2;
  return s.meter.run(s.code, s.request, std::move(p)); // inputs as they were: outputs are written back only at the end
}

result<const exec::run_record*> replay_blaming(session& s, const std::vector<std::uint64_t>& ctas) {
  const auto serves = [&](const blamed_run& b) { return b.ctas.empty() || (!ctas.empty() && std::includes(b.ctas.begin(), b.ctas.end(), ctas.begin(), ctas.end())); };
  if (!s.blamed || !serves(*s.blamed)) {
    s.blamed.reset(); // two of them may be more than memory holds
    auto run = replay(s, exec::blame_shadow(), ctas);
    if (!run) return tl::unexpected(run.error());
    s.blamed.emplace(blamed_run{ctas, *std::move(run)});
  }
  return &s.blamed->record;
}

namespace {

void check_range(session& s, const judged_output& o, const exec::run_record& run) {
  const exec::buffer& b = s.request.buffers[o.buffer];
  for (const range_check& r : s.how.ranges) {
    if (r.output != b.name) continue;
    const std::uint64_t bytes = tensor::size_of(b.type);
    std::uint64_t outside = 0, first = 0;
    double value = 0;
    for (std::uint64_t i = 0; i < o.summary.elements; ++i) {
      if (run.buffers[o.buffer]->is_undefined(i * bytes, static_cast<unsigned>(bytes))) continue;
      const double v = element_value(*run.buffers[o.buffer], b.type, i * bytes);
      const bool low = r.low_open ? v > r.low : v >= r.low, high = r.high_open ? v < r.high : v <= r.high;
      if (low && high) continue;
      if (outside++ == 0) first = i, value = v;
    }
    if (outside == 0) continue;
    finding f;
    f.rule = rule::out_of_range;
    f.output = b.name, f.element = first, f.computed = value, f.count = outside;
    char text[160];
    std::snprintf(text, sizeof text, "%s[%llu] = %.9g lies outside %c%.9g, %.9g%c; so do %llu of %llu elements", b.name.c_str(),
                  static_cast<unsigned long long>(first), value, r.low_open ? '(' : '[', r.low, r.high, r.high_open ? ')' : ']',
                  static_cast<unsigned long long>(outside), static_cast<unsigned long long>(o.summary.elements));
    f.message = text;
    f.hint = std::string(advice(f.rule));
    locate_writer(f, s.code, s.request, o.buffer, first, s.how.blocks);
    s.findings.add(std::move(f));
  }
}

/// The first element of an output that the kernel wrote: whoever wrote it should have written the others.
std::optional<std::uint64_t> written_element(const session& s, const judged_output& o, const exec::run_record& run) {
  const std::uint64_t bytes = tensor::size_of(s.request.buffers[o.buffer].type);
  for (std::uint64_t i = 0; i < o.summary.elements; ++i)
    if (run.buffers[o.buffer]->is_written(i * bytes, static_cast<unsigned>(bytes))) return i;
  return std::nullopt;
}

/// Behind the store that should have written more: where numbers decide which elements it writes.
void name_decisions(const exec::program& p, finding& f) {
  std::uint32_t store = exec::nobody;
  for (const exec::op& o : p.ops)
    if (o.ptx_line == f.ptx_line && f.ptx_line != 0 && o.meaning.access == ptx::access::store) store = o.pc;
  if (store == exec::nobody) return;
  for (const std::uint32_t pc : decided_by_numbers(p, store)) add_place(f, p, pc, "which elements are written is decided");
}

/// Output elements that nothing wrote, or that hold data that nothing wrote.
void check_definedness(session& s, const judged_output& o, const exec::run_record& run) {
  std::uint64_t unwritten = 0, undefined = 0, first_unwritten = 0, first_undefined = 0;
  for (const judged_element& e : o.remarkable) {
    if (e.state == element_state::unwritten && unwritten++ == 0) first_unwritten = e.index;
    if (e.state == element_state::undefined && undefined++ == 0) first_undefined = e.index;
  }
  const auto add = [&](rule r, std::uint64_t count, std::uint64_t first, const char* what) {
    if (count == 0) return;
    finding f;
    f.rule = r;
    f.output = o.summary.name, f.element = first, f.count = count;
    f.message = std::to_string(count) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name + what + std::to_string(first) + "]";
    f.hint = std::string(advice(r));
    if (s.request.buffers[o.buffer].role == exec::buffer_role::output)
      f.hint += (r == rule::uninitialised ? "; a buffer that the kernel reads too is " : "; a buffer that is meant to be written in part is ") + o.summary.name + "=inout:VALUE";
    locate_writer(f, s.code, s.request, o.buffer, r == rule::unwritten_output ? written_element(s, o, run).value_or(first) : first, s.how.blocks);
    if (r == rule::unwritten_output) name_decisions(s.code, f);
    s.findings.add(std::move(f));
  };
  if (s.request.sample_blocks == 0 && s.how.blocks.empty()) add(rule::unwritten_output, unwritten, first_unwritten, " were never written, the first is [");
  add(rule::uninitialised, undefined, first_undefined, " hold data that nothing wrote, the first is [");
}

/// Names the instruction that turned an element into zero, if one did so alone.
void locate_flush(session& s, const judged_output& o, const exec::run_record& run, finding& f) {
  const auto blamed = replay_blaming(s, writers(s, run, {{o.buffer, o.first_flushed}}));
  const auto a = blamed ? account_of(s.request, **blamed, o.buffer, o.first_flushed) : std::nullopt;
  if (a && !a->parts.empty() && 2 * std::fabs(a->parts[0].second) >= std::fabs(a->exact)) locate(f, s.code, a->parts[0].first);
}

/// Half of the outputs with a non-zero exact value, or more, are zero: the flush dominates them.
void check_flushing(session& s, const judged_output& o, const exec::run_record& run) {
  if (o.flushed == 0 || o.flushed * 2 < o.nonzero) return;
  finding f;
  f.rule = rule::underflow_flushed;
  f.output = o.summary.name;
  f.count = o.flushed;
  f.message = std::to_string(o.flushed) + " of " + std::to_string(o.nonzero) + " non-zero elements of " + o.summary.name + " became zero";
  f.hint = std::string(advice(f.rule));
  for (const exec::event_record& e : run.events)
    if (e.kind == exec::event_kind::flushed) locate(f, s.code, e.pc);
  if (f.stack.empty()) locate_flush(s, o, run, f);
  if (f.stack.empty()) locate_writer(f, s.code, s.request, o.buffer, o.first_flushed, s.how.blocks);
  s.findings.add(std::move(f));
}

/// Nearly all updates in place are lost: the format is too narrow for the step. An error term that is kept makes up for that.
void check_updates(session& s, const judged_output& o, const exec::run_record& run) {
  const update_count u = count_updates(s.request, run, o.buffer);
  if (!u.is_finding(s.by.judged) || keeps_error_terms(s.code, s.request)) return;
  const auto blamed = replay_blaming(s, writers(s, run, {{o.buffer, u.first_lost}}));
  const auto a = blamed ? account_of(s.request, **blamed, o.buffer, u.first_lost) : std::nullopt;
  if (!a || a->parts.empty() || !rounds_a_sum(s.code, a->parts[0].first)) return;
  finding f;
  f.rule = rule::absorption;
  f.output = o.summary.name, f.element = u.first_lost, f.count = u.lost;
  f.exact = a->exact;
  f.message = std::to_string(u.lost) + " of " + std::to_string(u.moving) + " elements of " + o.summary.name + " stay what they were where exact arithmetic changes them: a sum in " + o.summary.dtype + " loses the addend";
  f.hint = "keep a copy in f32 and round that, or round stochastically";
  locate(f, s.code, a->parts[0].first);
  s.findings.add(std::move(f));
}

/// R6 for integer outputs: a NaN that was converted on its way.
void check_integers(session& s, const judged_output& o, const exec::run_record& run) {
  if (o.from_nan == 0) return;
  finding f;
  f.rule = rule::nan_born;
  f.output = o.summary.name;
  f.count = o.from_nan;
  f.message = std::to_string(o.from_nan) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name + " were computed from a NaN, the first is [" +
              std::to_string(o.first_from_nan) + "]";
  f.hint = std::string(advice(f.rule));
  std::uint32_t converted_at = exec::nobody;
  for (const exec::event_record& e : run.events) {
    if (e.kind != exec::event_kind::nan_to_integer || !f.stack.empty()) continue;
    locate(f, s.code, e.pc);
    exec::consumed_number& from = s.consumed[converted_at = e.pc];
    from.pc = e.pc;
    std::copy_n(e.cta, 3, from.cta), std::copy_n(e.thread, 3, from.thread);
  }
  if (f.stack.empty()) locate_writer(f, s.code, s.request, o.buffer, o.first_from_nan, s.how.blocks);
  s.findings.add(std::move(f), converted_at);
}

} // namespace

void check_output(session& s, const judged_output& o, const exec::run_record& run) {
  check_definedness(s, o, run);
  check_range(s, o, run);
  check_flushing(s, o, run);
  check_updates(s, o, run);
  check_integers(s, o, run);
}

} // namespace fpcheck::analysis
