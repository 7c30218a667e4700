#include <fpcheck/analysis/judged_check.hpp>

#include "account.hpp"
#include "addend_orders.hpp"
#include "attribution.hpp"
#include "barriers_in_branches.hpp"
#include "blame.hpp"
#include "check_session.hpp"
#include "decimal_decisions.hpp"
#include "decisions.hpp"
#include "enclosures.hpp"
#include "faults.hpp"
#include "float_indices.hpp"
#include "free_run.hpp"
#include "integer_ranges.hpp"
#include "judge.hpp"
#include "order.hpp"
#include "passing_narrowings.hpp"
#include "probes.hpp"
#include "reached_code.hpp"

#include <fpcheck/ptx/find_kernel.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <set>
#include <span>

namespace fpcheck::analysis {
namespace {

using exec::run_record;

bool is_output(const exec::buffer& b) { return b.role != exec::buffer_role::input; }

struct flagged {
  const judged_output* output;
  judged_element element;
  sensitivity measured;
};

/// The suspicious elements whose error their sensitivity does not excuse, worst first; in `narrowed` those that only narrowings do.
std::vector<flagged> weigh(session& s, const std::vector<judged_output>& outputs, std::span<const run_record* const> perturbed, std::vector<flagged>& narrowed) {
  std::vector<flagged> out;
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable) {
      if (e.state != element_state::suspicious) continue;
      const sensitivity m = measure(s.request, perturbed, o, e, s.by);
      if (m.is_finding()) out.push_back({&o, e, m});
      else if (m.narrowed) narrowed.push_back({&o, e, m});
      double& share = s.result.outputs[static_cast<std::size_t>(&o - outputs.data())].largest_share;
      share = std::max(share, m.limit > 0 ? m.excess / m.limit : 0.0);
    }
  std::stable_sort(narrowed.begin(), narrowed.end(), [](const flagged& a, const flagged& b) { return a.element.ratio > b.element.ratio; });
  std::stable_sort(out.begin(), out.end(), [](const flagged& a, const flagged& b) { return a.measured.excess > b.measured.excess; });
  return out;
}

/// Elements of an output that stand for all that are too far off.
constexpr std::uint64_t most_shown = 4;

/// The worst elements of each output.
std::vector<flagged> representatives(const std::vector<flagged>& all) {
  std::vector<flagged> out;
  std::map<std::uint32_t, std::uint64_t> taken;
  for (const flagged& f : all)
    if (taken[f.output->buffer]++ < most_shown) out.push_back(f);
  return out;
}

/// How many elements number `k` of those shown of an output stands for, out of `total`: together they stand for all of them.
std::uint64_t share(std::uint64_t total, std::uint64_t k) {
  const std::uint64_t shown = std::min(total, most_shown);
  return total / shown + (k < total % shown ? 1 : 0);
}

std::vector<std::pair<std::uint32_t, std::uint64_t>> places_of(const std::vector<flagged>& list) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> out;
  for (const flagged& f : list) out.emplace_back(f.output->buffer, f.element.index);
  return out;
}

void add_incomplete(session& s, std::string what, std::uint32_t pc = 0xffffffffu) {
  incomplete_note n;
  n.what = std::move(what);
  if (pc < s.code.ops.size()) {
    n.stack = stack_of(s.code, pc);
    n.ptx_line = s.code.ops[pc].ptx_line;
  }
  s.result.incomplete.push_back(std::move(n));
}

/// The instruction at which the enclosure of undecided elements first grew too wide to tell; none where that cannot be said.
std::uint32_t where_it_opens(session& s, const run_record& first, const judged_output& o) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> places;
  for (const judged_element& e : o.remarkable)
    if (e.state == element_state::undecided) places.emplace_back(o.buffer, e.index);
  if (!exec::encloses(first.layout)) return exec::nobody;
  exec::run_plan plan = plan_for(s, first.layout == exec::number_layout::ball ? exec::ball_shadow() : exec::wide_shadow());
  plan.watches_widths = true;
  if (const auto ctas = writers(s, first, places); !ctas.empty()) plan.ctas = {ctas};
  const auto run = exec::run(s.code, s.request, plan);
  return run && run->opens ? run->opens->pc : exec::nobody;
}

/// Elements about which nothing can be said: the enclosure is too wide, or the lineage was lost.
void note_undecided(session& s, const run_record& first, const judged_output& o) {
  std::uint64_t wide = 0, lost = 0;
  for (const judged_element& e : o.remarkable) {
    wide += e.state == element_state::undecided;
    lost += e.state == element_state::lost;
  }
  if (wide != 0) {
    const std::uint32_t pc = where_it_opens(s, first, o);
    const auto stack = pc == exec::nobody ? std::vector<frame>() : stack_of(s.code, pc);
    add_incomplete(s, std::to_string(wide) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name +
                          " are undecided: the enclosure of the exact result is too wide" + (s.tried.empty() ? std::string() : ", in " + s.tried + " too") +
                          (stack.empty() ? std::string() : "; it opens in line " + std::to_string(stack.front().line)), pc);
  }
  if (lost != 0)
    add_incomplete(s, std::to_string(lost) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name +
                          " were computed from the bits of an inexact number in a way that is not modelled");
}

/// A replay in the blame domain makes a finding of each of `shown`; `guilty` are all elements that are too far off.
result<void> blame_each(session& s, const run_record& first, const std::vector<flagged>& guilty, const std::vector<flagged>& shown) {
  if (shown.empty()) return {};
  auto blamed = replay(s, exec::blame_shadow(), writers(s, first, places_of(shown)));
  if (!blamed) return tl::unexpected(blamed.error());
  std::map<std::uint32_t, std::uint64_t> counts, told;
  for (const flagged& f : guilty) ++counts[f.output->buffer];
  for (const flagged& f : shown) {
    finding x = blame(s.code, s.request, *blamed, *f.output, f.element, s.by.judged);
    x.excess = f.measured.excess;
    x.sensitivity = f.measured.moved;
    if (f.element.state != element_state::nonfinite) x.count = share(counts[f.output->buffer], told[f.output->buffer]++);
    if (x.hint.empty()) x.hint = std::string(advice(x.rule));
    s.findings.add(std::move(x));
  }
  return {};
}

/// Runs with copies of their own until there are as many as asked for; `first` is one where it was made with copies itself.
struct perturbation {
  std::vector<run_record> made;
  std::vector<const run_record*> all;
};
result<perturbation> perturb(session& s, const run_record& first, const std::vector<std::uint64_t>& ctas) {
  const bool chosen = s.request.shadow == exec::shadow_kind::perturbed;
  const std::uint32_t runs = chosen ? s.request.shadow_parameter / exec::perturbed_copies : 1;
  perturbation out;
  for (std::uint32_t k = chosen ? 1 : 0; k < runs; ++k) {
    const std::uint32_t copy = k * exec::perturbed_copies;
    auto run = replay(s, s.wide ? exec::perturbed_wide_shadow(copy) : exec::perturbed_shadow(copy), ctas);
    if (!run) return tl::unexpected(run.error());
    if (!run->incomplete.empty()) add_incomplete(s, "the sensitivity run was cut short: " + run->incomplete[0].what);
    out.made.push_back(*std::move(run));
  }
  if (chosen) out.all.push_back(&first);
  for (const run_record& r : out.made) out.all.push_back(&r);
  return out;
}

/// Errors that only narrowings excuse are told on every pass. Where the narrow format serves no purpose, they are findings.
result<void> tell_narrowings(session& s, const run_record& first, const std::vector<flagged>& worst, std::uint64_t count) {
  if (worst.empty()) return {};
  const auto blamed = replay(s, exec::blame_shadow(), writers(s, first, places_of(worst)));
  if (!blamed) return tl::unexpected(blamed.error());
  for (const flagged& f : worst) {
    auto x = finding_of_narrowing(s.code, s.request, *blamed, *f.output, f.element, s.by.judged);
    if (!x) continue;
    x->excess = f.measured.excess, x->sensitivity = f.measured.moved, x->count = count;
    if (x->level == level::error) s.findings.add(std::move(*x));
    else s.remarks.push_back(std::move(*x));
  }
  return {};
}

/// The second and third look at what the first run could not clear.
result<void> investigate(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> suspects;
  std::vector<flagged> born;
  for (const judged_output& o : outputs) {
    int taken = 0;
    for (const judged_element& e : o.remarkable) {
      if (e.state == element_state::suspicious) suspects.emplace_back(o.buffer, e.index);
      if (e.state == element_state::nonfinite && taken++ < 4) born.push_back({&o, e, {}});
    }
  }
  std::vector<flagged> guilty, narrowed;
  std::vector<exec::flip_record> flips;
  if (!suspects.empty() || !first.flips.empty()) {
    const auto ctas = first.flips.empty() ? writers(s, first, suspects) : std::vector<std::uint64_t>{};
    const auto perturbed = perturb(s, first, ctas);
    if (!perturbed) return tl::unexpected(perturbed.error());
    guilty = weigh(s, outputs, perturbed->all, narrowed);
    flips = perturbed->all[0]->flips;
  }
  std::vector<flagged> shown = born; // of one cause the NaN is told, not the number that is merely wrong
  const std::vector<flagged> worst = representatives(guilty);
  shown.insert(shown.end(), worst.begin(), worst.end());
  // What made an output wrong comes first: a decision that flipped may be its consequence.
  auto ok = blame_each(s, first, guilty, shown);
  for (const exec::flip_record& f : flips) s.findings.add(finding_of_flip(s.code, f));
  if (!ok || !s.findings.empty()) return ok;
  return tell_narrowings(s, first, representatives(narrowed), narrowed.size());
}

/// A last look, where all seems well: would the outputs be others if what rounding alone decided were decided exactly?
result<void> decide_exactly(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  if (!s.findings.empty() || first.ties.empty()) return {};
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  const auto found = weigh_decisions(s.code, s.request, first, outputs, s.by, [&](const std::vector<std::uint32_t>& pcs) {
    exec::run_plan p = plan_for(s, s.wide ? exec::perturbed_wide_shadow() : exec::perturbed_shadow());
    p.unforgiven = s.unforgiven;
    p.decided_exactly = pcs;
    p.more_time = 4;
    return exec::run(s.code, bounded, p);
  });
  if (!found) return tl::unexpected(found.error());
  for (const finding& f : *found) s.findings.add(f);
  return {};
}

/// Integers that left the range of what holds them, where an output depends on it.
result<void> look_at_ranges(session& s, const run_record& first) {
  if (first.ranges.empty()) return {};
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  const auto found = judge_integer_ranges(s.code, s.request, first, s.by.judged, [&](const exec::range_probe& probe) {
    exec::run_plan p = plan_for(s, exec::no_shadow());
    p.leaves_range = probe;
    return exec::run(s.code, bounded, p);
  });
  if (!found) return tl::unexpected(found.error());
  for (const finding& f : *found) s.findings.add(f);
  return {};
}

/// An error that was excused says nothing of what a lost lineage may have hidden.
void give_up_excused(session& s, std::vector<judged_output>& outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (judged_element& e : outputs[k].remarkable)
      if (e.cut && e.state == element_state::suspicious) {
        e.state = element_state::lost;
        ++s.result.outputs[k].undecided, --s.result.outputs[k].certified;
      }
}

/// Counts ends of lineages that the free run does not get to: a finding stands before them, or the run came to no end.
void count_ends(session& s, const run_record& first, bool complete) {
  lineage_ends& ends = s.result.coverage.lineage_ends;
  for (const exec::end_record& e : first.ends) {
    ends.decided += e.decided, ends.anchored += e.anchored;
    (complete ? ends.judged : ends.incomplete) += e.open();
  }
}

/// What the ends of lineages come to: the launch with exact values in the place of the machine's.
result<void> look_beyond_ends(session& s, const run_record& first, std::vector<judged_output>& outputs) {
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  free_replays replays;
  replays.exactly = [&](const exec::exact_plan& plan) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.exact = plan;
    p.more_time = 4;
    return exec::run(s.code, bounded, p);
  };
  replays.letting_nans_through = [&](std::uint32_t pc) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.lets_nans_through = pc;
    p.more_time = 4;
    return exec::run(s.code, bounded, p);
  };
  replays.consuming = [&](const exec::consumed_number& which) {
    exec::run_plan p = plan_for(s, exec::blame_shadow());
    p.consumes = which;
    p.more_time = 4;
    p.more_instructions = 2;
    return exec::run(s.code, s.request, p);
  };
  auto found = run_freely(s.code, s.request, first, outputs, s.by, replays);
  if (!found) return tl::unexpected(found.error());
  s.result.coverage.lineage_ends = found->ends;
  for (finding& f : found->findings) s.findings.add(std::move(f));
  std::move(found->incomplete.begin(), found->incomplete.end(), std::back_inserter(s.result.incomplete));
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (judged_element& e : outputs[k].remarkable)
      if (e.state == element_state::lost && found->cleared.contains({outputs[k].buffer, e.index})) {
        e.state = element_state::fine;
        --s.result.outputs[k].undecided, ++s.result.outputs[k].certified;
      }
  return {};
}

/// Decisions that literals would take otherwise if they were the decimals that were written.
result<void> look_at_decimals(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  const auto found = judge_decimals(s.code, s.request, first, outputs, s.by, [&] {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.decimals = true;
    p.more_time = 4;
    p.more_instructions = 2;
    return exec::run(s.code, s.request, p);
  });
  if (!found) return tl::unexpected(found.error());
  if (*found) s.findings.add(**found);
  return {};
}

/// Which lines made the errors of every output, flagged or not.
result<void> attribute_lines(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> places;
  std::vector<std::vector<std::uint64_t>> samples;
  for (const judged_output& o : outputs) {
    samples.push_back(o.summary.errors.empty() ? std::vector<std::uint64_t>() : sample_of(o));
    for (const std::uint64_t i : samples.back()) places.emplace_back(o.buffer, i);
  }
  if (places.empty()) return {};
  const auto blamed = replay(s, exec::blame_shadow(), writers(s, first, places));
  if (!blamed) return tl::unexpected(blamed.error());
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    auto lines = attribute(s.code, s.request, *blamed, outputs[k], samples[k]);
    std::move(lines.begin(), lines.end(), std::back_inserter(s.result.lines));
  }
  return {};
}

/// Says of an element's value in another order of CTAs and atomics whether rounding explains it: the values are close, or both
/// are as near to the exact one as the operands' last bits let them be.
class order_judge {
public:
  order_judge(session& s, const run_record& first, const judged_output& output) : s_(s), first_(first), output_(output) {
    const exec::buffer& b = s.request.buffers[output.buffer];
    bytes_ = tensor::size_of(b.type);
    for (std::uint64_t i = 0; i < output.summary.elements; ++i) scale_ = std::max(scale_, std::fabs(value(i)));
  }
  bool is_rounding(std::uint64_t index, double other) {
    const exec::number n = number_of(s_.request.buffers[output_.buffer].type);
    if (s_.how.bitwise_orders || n == exec::number::none) return false;
    const double mine = value(index);
    if (std::fabs(mine - other) <= s_.by.judged.order_distance * half_ulp(std::max(std::fabs(mine), s_.by.judged.order_floor * scale_), n)) return true;
    return first_.planes != 0 && is_sensitive(index, other);
  }

private:
  double value(std::uint64_t index) const { return element_value(*first_.buffers[output_.buffer], s_.request.buffers[output_.buffer].type, index * bytes_); }
  bool is_sensitive(std::uint64_t index, double other) {
    if (!bounds_) bounds_ = bounds_of(s_.request, first_, output_.buffer);
    if (!perturbed_) perturbed_ = perturb(s_, first_, {});
    const double exact = bounds_->midpoint[index];
    if (!*perturbed_ || !(bounds_->radius[index] < INFINITY) || !(std::fabs(other - exact) < INFINITY)) return false;
    judged_element e;
    e.index = index;
    e.computed = other, e.exact = exact, e.error = std::fabs(other - exact);
    return !measure(s_.request, (*perturbed_)->all, output_, e, s_.by).is_finding();
  }

  session& s_;
  const run_record& first_;
  const judged_output& output_;
  std::uint64_t bytes_ = 1;
  double scale_ = 0;
  std::optional<element_bounds> bounds_;
  std::optional<result<perturbation>> perturbed_;
};

/// Atomic sums whose addends in another order leave another value.
result<void> compare_sums(session& s, const std::vector<judged_output>& outputs) {
  if (std::none_of(s.code.ops.begin(), s.code.ops.end(), [](const exec::op& o) { return o.meaning.access == ptx::access::atomic && ptx::is_real_sum(o.meaning); })) return {};
  exec::run_plan plan = plan_for(s, exec::no_shadow());
  plan.records_sums = true;
  const auto run = exec::run(s.code, s.request, plan);
  if (!run) return tl::unexpected(run.error());
  if (!run->incomplete.empty()) return {};
  const auto sums = reorder_sums(s.code, s.request, *run);
  for (const judged_output& o : outputs) {
    std::optional<reordered_sum> worst;
    std::uint64_t count = 0;
    for (const reordered_sum& x : sums)
      if (x.place.buffer == o.buffer && (s.how.bitwise_orders || !(std::fabs(x.other - x.machine) <= s.by.judged.sum_order_rounding * x.rounding)) && ++count != 0)
        if (!worst || std::fabs(x.other - x.machine) > std::fabs(worst->other - worst->machine)) worst = x;
    if (worst) s.findings.add(finding_of_sum(s.code, s.request, *worst, count));
  }
  return {};
}

/// Schedules that differ only in their order must agree up to rounding, and up to who took which slot by an atomic.
result<void> compare_orders(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  const bool by_slots = !s.how.bitwise_orders && takes_slots(s.code);
  // Bits that an order decides may come out the same in two of them: several are tried then, and atomics within a block count.
  const bool is_ordered = s.how.bitwise_orders ? has_atomics(s.code) || s.code.communicates : s.code.communicates;
  if (!is_ordered || s.result.verdict != exit_code::passed) return {};
  for (std::uint32_t k = 1; k < std::max<std::uint32_t>(s.how.orders, s.how.bitwise_orders ? 4 : 2); ++k) {
    exec::run_request request = s.request;
    request.seed = s.request.seed + 0x51ed2701u * k;
    auto other = exec::run(s.code, request, plan_for(s, exec::no_shadow()));
    if (!other) return tl::unexpected(other.error());
    if (!other->incomplete.empty()) continue;
    const std::set<std::uint32_t> permuted = by_slots ? permuted_buffers(s.request, first, *other) : std::set<std::uint32_t>();
    for (const judged_output& o : outputs) {
      if (permuted.contains(o.buffer)) continue;
      order_judge judge(s, first, o);
      auto f = finding_of_order(s.code, s.request, first, *other, o.buffer, [&](std::uint64_t i, double v) { return judge.is_rounding(i, v); });
      if (f) s.findings.add(std::move(*f));
    }
  }
  return s.findings.empty() ? compare_sums(s, outputs) : result<void>();
}

void take_bounds(session& s, const run_record& run, checked& out) {
  for (const std::string& name : s.how.bounds_of)
    for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b) {
      if (s.request.buffers[b].name != name) continue;
      out.bounds.push_back(bounds_of(s.request, run, b));
    }
}

void write_back(session& s, const run_record& run) {
  for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b)
    if (is_output(s.request.buffers[b])) {
      const exec::region_bytes& data = run.buffers[b]->data;
      std::copy_n(data.begin(), std::min(data.size(), s.request.buffers[b].data.size()), s.request.buffers[b].data.begin());
    }
}

void copy_counts(session& s, const run_record& run) {
  coverage& c = s.result.coverage;
  c.instructions = run.counts.instructions;
  c.fp_operations = run.counts.fp_operations;
  c.fp_shadowed = std::min(run.counts.fp_shadowed, run.counts.fp_operations);
  c.cuts = run.counts.cuts;
  c.near_ties = run.counts.near_ties;
  c.race_step = run.counts.race_step;
  c.ctas_run = run.counts.ctas;
  c.ctas_total = run.ctas_total;
  s.result.printed = run.printed;
  s.result.shadow = run.domain;
}

void settle_verdict(session& s) {
  if (s.findings.empty())
    for (finding& f : s.remarks) s.findings.add(std::move(f));
  s.result.findings = s.findings.take();
  s.result.verdict = exit_code::passed;
  for (const finding& f : s.result.findings)
    if (f.level == level::error && !f.suppressed) s.result.verdict = exit_code::findings;
  if (!s.result.incomplete.empty()) s.result.verdict = worse(s.result.verdict, exit_code::incomplete);
}

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

/// The same check of the code as written, where what was checked has its multiply-adds fused; a verdict that differs is a finding.
/// Requires: outputs are not written back yet.
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

/// Faults of the launch. A value from a lane that took no part in a shuffle is one where it was used: it decided something, or an output
/// holds it. Of races the first that a serial run meets are told, for workers meet them as they come.
result<std::vector<exec::fault_record>> faults_of(session& s, const run_record& run) {
  std::vector<exec::fault_record> out = run.faults;
  const auto is = [](exec::fault kind) { return [kind](const exec::fault_record& f) { return f.kind == kind; }; };
  const bool decided = std::any_of(out.begin(), out.end(), is(exec::fault::uninitialised));
  const auto strays = [](const exec::fault_record& f) { return f.kind == exec::fault::undefined_lane && f.detail.starts_with("the source lane"); };
  if (run.planes != 0 && !decided && !holds_strays(s.request, run)) std::erase_if(out, strays);
  if (s.code.communicates || s.request.threads == 1 || std::none_of(out.begin(), out.end(), is(exec::fault::race))) return out;
  exec::run_request serial = s.request;
  serial.threads = 1;
  exec::run_plan plan = plan_for(s, exec::no_shadow());
  plan.tracks_races = true;
  const auto again = exec::run(s.code, serial, plan);
  if (!again) return tl::unexpected(again.error());
  if (std::none_of(again->faults.begin(), again->faults.end(), is(exec::fault::race))) return out;
  std::erase_if(out, is(exec::fault::race));
  std::copy_if(again->faults.begin(), again->faults.end(), std::back_inserter(out), is(exec::fault::race));
  return out;
}

std::vector<judged_output> judge_all(const session& s, const run_record& run) {
  std::vector<judged_output> out;
  literal_nonfinites literals(s.code, s.request, s.how.sources);
  for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b)
    if (is_output(s.request.buffers[b])) out.push_back(judge(s.request, run, b, s.by, literals));
  return out;
}

std::uint64_t undecided(const std::vector<judged_output>& outputs) {
  std::uint64_t n = 0;
  for (const judged_output& o : outputs)
    n += static_cast<std::uint64_t>(std::count_if(o.remarkable.begin(), o.remarkable.end(), [](const judged_element& e) { return e.state == element_state::undecided; }));
  return n;
}

/// Where enclosures are too wide to tell, the launch in narrower ones, as long as they decide more.
result<void> look_closer(session& s, run_record& first, std::vector<judged_output>& outputs) {
  std::uint64_t open = undecided(outputs);
  if (open == 0) return {};
  for (const enclosure& next : wider_enclosures(s.request, first, s.how.shadow, s.by.judged)) {
    exec::run_plan plan = plan_for(s, next.domain);
    plan.watches_ends = true;
    plan.more_time = 4, plan.more_instructions = 2;
    auto run = exec::run(s.code, s.request, plan);
    if (!run) return tl::unexpected(run.error());
    s.tried += (s.tried.empty() ? "" : " and ") + next.name;
    if (!run->incomplete.empty() || run->interrupted) continue;
    auto closer = judge_all(s, *run);
    const std::uint64_t left = undecided(closer);
    if (left >= open) continue;
    run->counts = first.counts;
    open = left, outputs = std::move(closer);
    s.result.shadow = run->domain;
    first = *std::move(run);
    if (open == 0) break;
  }
  return {};
}

} // namespace

result<checked> check(const exec::program& code, exec::run_request& request, const options& how) { return check(code, request, how, {}); }

result<checked> check(const exec::program& code, exec::run_request& request, const options& how, const judgement& judged) {
  session s{code, request, how, {}, {}};
  s.by.judged = judged;
  s.wide = computes_in_f64(code, request);
  s.poles = library_infinities(code, how.sources);
  s.by.flushes = flushes_subnormals(code, request);
  const auto start = std::chrono::steady_clock::now();
  const auto domain = domain_for(request, s.wide, how.shadow);
  if (!domain) return tl::unexpected(domain.error());
  exec::run_plan plan = plan_for(s, *domain);
  plan.tracks_races = true;
  plan.watches_ends = true;
  auto first = exec::run(code, request, plan);
  if (!first) return tl::unexpected(first.error());
  if (!request.launches.empty()) s.result.kernel = ptx::demangle(request.launches[0].kernel);
  copy_counts(s, *first);
  for (const exec::incomplete_record& r : first->incomplete) add_incomplete(s, r.what, r.pc);
  const auto faults = faults_of(s, *first);
  if (!faults) return tl::unexpected(faults.error());
  for (const exec::fault_record& f : *faults) {
    finding one = finding_of_fault(code, f);
    one.message += exact_index(code, *first, f);
    s.findings.add(std::move(one));
  }
  for (finding& f : barriers_in_branches(code, *first, how.sources)) s.findings.add(std::move(f));
  for (const exec::event_record& e : add_up_lines(code, request, first->events, judged))
    if (auto f = finding_of_event(code, request, e, judged)) s.findings.add(std::move(*f));
  for (const exec::event_record& e : first->events)
    if (e.kind == exec::event_kind::large_angle) s.unforgiven.push_back(e.pc);
  add_failed_probes(*first, s.findings, s.result.incomplete);
  if (first->absorbed) {
    s.findings.add(finding_of_absorbed_loop(code, *first->absorbed));
    add_incomplete(s, "the run was ended in a loop that does not go on", first->absorbed->pc);
  }
  const bool complete = first->incomplete.empty() && !first->interrupted && !first->absorbed;
  std::vector<judged_output> outputs = judge_all(s, *first);
  if (complete)
    if (auto ok = look_closer(s, *first, outputs); !ok) return tl::unexpected(ok.error());
  for (const judged_output& o : outputs) s.result.outputs.push_back(o.summary);
  if (complete) {
    for (const judged_output& o : outputs) check_output(s, o, *first);
    if (auto ok = look_at_ranges(s, *first); !ok) return tl::unexpected(ok.error());
    if (first->planes != 0) {
      if (auto ok = investigate(s, *first, outputs); !ok) return tl::unexpected(ok.error());
      if (auto ok = decide_exactly(s, *first, outputs); !ok) return tl::unexpected(ok.error());
      give_up_excused(s, outputs);
      if (!s.findings.empty()) count_ends(s, *first, complete);
      else if (auto ok = look_beyond_ends(s, *first, outputs); !ok) return tl::unexpected(ok.error());
      if (s.findings.empty())
        if (auto ok = look_at_decimals(s, *first, outputs); !ok) return tl::unexpected(ok.error());
    }
    for (const judged_output& o : outputs) note_undecided(s, *first, o);
    if (auto ok = compare_orders(s, *first, outputs); !ok) return tl::unexpected(ok.error());
    if (how.lines == line_attribution::wanted || (how.lines == line_attribution::where_cheap && s.result.coverage.instructions <= judged.contraction_work))
      if (auto ok = attribute_lines(s, *first, outputs); !ok) return tl::unexpected(ok.error());
  }
  if (!complete) count_ends(s, *first, complete);
  checked out;
  out.came_to_end = complete;
  take_bounds(s, *first, out);
  settle_verdict(s);
  if (complete)
    if (auto ok = compare_contraction(s); !ok) return tl::unexpected(ok.error());
  write_back(s, *first);
  if (first->interrupted) s.result.verdict = exit_code::interrupted;
  s.result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  out.result = std::move(s.result);
  return out;
}

} // namespace fpcheck::analysis
