#include "error_terms.hpp"

#include "account.hpp"
#include "outputs.hpp"
#include "reached_code.hpp"

#include <fpcheck/base/bits.hpp>
#include <fpcheck/exec/added_rests.hpp>
#include <fpcheck/exec/single_sums.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>
#include <span>

namespace fpcheck::analysis {
namespace {

std::vector<std::uint32_t> error_terms_of(const session& s) {
  std::vector<std::uint32_t> out;
  const std::vector<bool> reached = reached_functions(s.code, s.request);
  for (std::size_t k = 0; k < reached.size(); ++k)
    for (std::uint32_t n = 0; reached[k] && n < s.code.functions[k].count; ++n) {
      const exec::op& o = s.code.ops[s.code.functions[k].first + n];
      if (o.roles.has(exec::role::eft_residual)) out.push_back(o.pc);
    }
  return out;
}

/// The element's error in a run in double-double; nothing where that knows no number.
std::optional<judged_element> judged_by(const session& s, const exec::run_record& run, const judged_output& o, const judged_element& e) {
  const tensor::dtype t = e.format != exec::number::none ? dtype_of(e.format) : s.request.buffers[o.buffer].type;
  const std::uint64_t offset = e.index * tensor::size_of(t);
  const exec::region& r = *run.buffers[o.buffer];
  judged_element out = e;
  out.exact = out.computed, out.error = 0;
  const exec::element_shadow known(run, r, offset, static_cast<unsigned>(tensor::size_of(t)));
  if (known.known()) {
    const double high = known.exact() * known.factor(), low = known.low() * known.factor();
    if (!(std::fabs(high) < INFINITY) || !(known.radius() < INFINITY)) return std::nullopt;
    out.exact = high, out.error = std::fabs((out.computed - high) - low);
  }
  return out;
}

/// Whether so much of a number is wrong that it shows, and not all that there is of it is rounding.
bool is_visible(const judged_element& e, const judgement& j) { return e.error >= j.missed_rest_part * std::fabs(e.exact) && e.error <= 2 * std::fabs(e.exact); }

using places = std::vector<std::pair<const judged_output*, judged_element>>;

/// Of `elements` those whose error is made at a sum that one of `terms` is worked out of: what that one should have carried on.
result<void> find_left(session& s, const places& elements, std::span<const exec::run_record* const> perturbed, const std::vector<std::uint64_t>& ctas,
                       const std::vector<std::uint32_t>& terms, miscompensation& all) {
  const auto blamed = replay_blaming(s, ctas);
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  const auto parts = exec::find_parts_of_terms(s.code, terms);
  for (const auto& [o, e] : elements) {
    const auto a = account_of(s.request, **blamed, o->buffer, e.index);
    if (!a) continue;
    double lost = 0, told = 0;
    std::optional<std::uint32_t> first;
    for (const auto& [pc, part] : a->parts) { // a loop that was unrolled has several sums, each with a term of its own
      told += std::fabs(part);
      const auto made = std::find_if(parts.begin(), parts.end(), [&](const std::set<std::uint32_t>& x) { return x.contains(pc); });
      if (made == parts.end()) continue;
      lost += std::fabs(part);
      if (!first) first = terms[static_cast<std::size_t>(made - parts.begin())];
    }
    if (!first || !(lost >= s.by.judged.largest_part * std::min(told, e.error))) continue;
    all.elements.push_back({o, e, measure(s.request, perturbed, *o, e, s.by)});
    all.term = first;
  }
  return {};
}

/// In half ulps: what a sum is off at least that was compensated the wrong way round, and none that was compensated rightly.
constexpr double visible_rest = 2;

/// Suspicious elements that `counts`.
places suspects(const std::vector<judged_output>& outputs, const std::function<bool(const judged_element&)>& counts) {
  places out;
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable)
      if (e.state == element_state::suspicious && counts(e)) out.emplace_back(&o, e);
  return out;
}

std::vector<std::uint32_t> added_rests_of(const session& s) {
  const std::vector<std::uint32_t> terms = error_terms_of(s), added = exec::find_added_rests(s.code);
  std::vector<std::uint32_t> out;
  std::set_intersection(terms.begin(), terms.end(), added.begin(), added.end(), std::back_inserter(out));
  return out;
}

/// Leaves elements out whose error is not made where error terms are worked out and at the sums that they are of, which cancel where a term is
/// right: what a library's function rounds beside error terms of its own is no fault of those.
result<void> keep_made_at_terms(session& s, const std::vector<std::uint64_t>& ctas, const std::vector<std::uint32_t>& terms, std::vector<flagged>& elements) {
  if (elements.empty()) return {};
  const auto blamed = replay_blaming(s, ctas);
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  std::vector<bool> counts(s.code.ops.size());
  const auto parts = exec::find_parts_of_terms(s.code, terms);
  for (const std::uint32_t term : terms) counts[term] = true;
  for (const std::set<std::uint32_t>& of : parts)
    for (const std::uint32_t pc : of)
      if (ptx::is_real_sum(s.code.ops[pc].meaning)) counts[pc] = true;
  std::erase_if(elements, [&](const flagged& f) {
    const auto a = account_of(s.request, **blamed, f.output->buffer, f.element.index);
    if (!a || !(std::fabs(a->exact) < INFINITY)) return false;
    double made = 0;
    for (const auto& [pc, part] : a->parts) made += counts[pc] ? part : 0;
    return !(std::fabs(made) >= s.by.judged.largest_part * f.element.error);
  });
  return {};
}

} // namespace

result<miscompensation> miscompensated(session& s, const std::vector<judged_output>& outputs, const std::vector<std::uint64_t>& ctas) {
  miscompensation all;
  std::vector<flagged>& out = all.elements;
  const std::vector<std::uint32_t> terms = error_terms_of(s);
  if (terms.empty()) return all;
  exec::run_plan plan = plan_for(s, s.wide ? exec::perturbed_wide_shadow() : exec::perturbed_shadow());
  if (!ctas.empty()) plan.ctas = {ctas};
  plan.unforgiven = s.unforgiven;
  plan.unforgiven.insert(plan.unforgiven.end(), terms.begin(), terms.end());
  plan.more_instructions = 2;
  const auto still = s.meter.run(s.code, s.request, plan);
  if (!still) return tl::unexpected(still.error());
  if (still->interrupted) return all;
  const exec::run_record* const copies[] = {&*still};
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable)
      if (e.state == element_state::suspicious)
        if (const sensitivity m = measure(s.request, copies, o, e, s.by); m.is_finding()) out.push_back({&o, e, m});
  exec::run_plan kept = plan_for(s, exec::wide_shadow());
  if (!ctas.empty()) kept.ctas = {ctas};
  kept.keeps_error_terms = true;
  kept.more_instructions = 2;
  const auto run = s.meter.run(s.code, s.request, kept);
  if (!run) return tl::unexpected(run.error());
  if (run->interrupted) return miscompensation();
  if (out.empty()) {
    if (!run->idle_terms.empty()) {
      if (auto ok = find_left(s, suspects(outputs, [](const judged_element&) { return true; }), copies, ctas, run->idle_terms, all); !ok) return tl::unexpected(ok.error());
      all.idle = all.term.has_value();
    }
    if (!run->missed_terms.empty() && !all.term) {
      const auto counts = [&](const judged_element& e) { return is_visible(e, s.by.judged); };
      if (auto ok = find_left(s, suspects(outputs, counts), copies, ctas, run->missed_terms, all); !ok) return tl::unexpected(ok.error());
      all.missed = all.term.has_value();
    }
    return all;
  }
  std::erase_if(out, [&](const flagged& f) {
    const auto e = judged_by(s, *run, *f.output, f.element);
    return !e || !measure(s.request, copies, *f.output, *e, s.by).is_finding();
  });
  if (auto ok = keep_made_at_terms(s, ctas, terms, out); !ok) return tl::unexpected(ok.error());
  const auto line = [&](std::uint32_t pc) { const auto stack = stack_of(s.code, pc); return stack.empty() ? 0u : stack.front().line; };
  if (line(terms[0]) != 0 && std::all_of(terms.begin(), terms.end(), [&](std::uint32_t pc) { return line(pc) == line(terms[0]); })) all.term = terms[0];
  return all;
}

bool adds_rests(const session& s) { return !added_rests_of(s).empty(); }

result<miscompensation> added_once_more(session& s, const std::vector<judged_output>& outputs, std::span<const exec::run_record* const> perturbed, const std::vector<std::uint64_t>& ctas) {
  miscompensation all;
  places worst = suspects(outputs, [](const judged_element&) { return true; });
  for (const judged_output& o : outputs) {
    const exec::number n = number_of(s.request.buffers[o.buffer].type);
    judged_element e;
    e.index = o.summary.worst_element, e.state = element_state::suspicious;
    e.computed = o.summary.worst_computed, e.exact = o.summary.worst_exact, e.bound = o.summary.worst_bound, e.error = std::fabs(e.computed - e.exact);
    const bool told = std::any_of(worst.begin(), worst.end(), [&](const auto& x) { return x.first == &o; });
    if (!told && n != exec::number::none && e.error > visible_rest * half_ulp_at(e.exact, n)) worst.emplace_back(&o, e);
  }
  if (worst.empty()) return all;
  if (auto ok = find_left(s, worst, perturbed, ctas, added_rests_of(s), all); !ok) return tl::unexpected(ok.error());
  all.added = all.term.has_value();
  return all;
}

} // namespace fpcheck::analysis
