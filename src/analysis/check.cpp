#include <fpcheck/analysis/judged_check.hpp>

#include "account.hpp"
#include "attribution.hpp"
#include "barriers_in_branches.hpp"
#include "bit_conversions.hpp"
#include "check_session.hpp"
#include "decimal_decisions.hpp"
#include "decisions.hpp"
#include "enclosures.hpp"
#include "faults.hpp"
#include "free_run.hpp"
#include "inspectors.hpp"
#include "integer_ranges.hpp"
#include "judge.hpp"
#include "narrower_enclosures.hpp"
#include "order.hpp"
#include "origins.hpp"
#include "probes.hpp"
#include "reached_code.hpp"

#include <fpcheck/exec/fractions.hpp>
#include <fpcheck/exec/handed_on.hpp>
#include <fpcheck/exec/iteration_ends.hpp>
#include <fpcheck/ptx/find_kernel.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

namespace fpcheck::analysis {

void add_incomplete(session& s, std::string what, std::uint32_t pc) {
  incomplete_note n;
  n.what = std::move(what);
  if (pc < s.code.ops.size()) {
    n.stack = stack_of(s.code, pc);
    n.ptx_line = s.code.ops[pc].ptx_line;
  }
  s.result.incomplete.push_back(std::move(n));
}

namespace {

using exec::run_record;

bool is_output(const exec::buffer& b) { return b.role != exec::buffer_role::input; }

/// A last look, where all seems well: would the outputs be others if what rounding alone decided were decided exactly?
result<void> decide_exactly(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  if (!s.findings.empty() || first.ties.empty()) return {};
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  const auto found = weigh_decisions(s.code, s.request, first, outputs, s.by, [&](const std::vector<std::uint32_t>& pcs) {
    exec::run_plan p = plan_for(s, s.wide ? exec::perturbed_wide_shadow() : exec::perturbed_shadow());
    p.unforgiven = s.unforgiven;
    p.decided_exactly = pcs;
    return s.meter.run(s.code, bounded, std::move(p));
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
    return s.meter.run(s.code, bounded, std::move(p));
  });
  if (!found) return tl::unexpected(found.error());
  for (const finding& f : *found) f.level == level::error ? s.findings.add(f) : s.remarks.push_back(f);
  return {};
}

/// Counters that stand still, and conversions to narrower numbers that integer code makes.
result<void> look_at_counts_and_codes(session& s, const run_record& first) {
  for (finding& f : judge_absorbed_counts(s.code, first.absorbed_counts)) s.findings.add(std::move(f));
  if (!may_convert_by_bits(s.code, s.request)) return {};
  exec::run_plan p = plan_for(s, exec::no_shadow());
  p.watches_conversions = true;
  const auto run = s.meter.run(s.code, s.request, std::move(p));
  if (!run) return tl::unexpected(run.error());
  for (finding& f : judge_bit_conversions(s.code, s.request, run->bit_conversions, s.by.judged))
    if (f.level == level::error) s.findings.add(std::move(f));
    else s.remarks.push_back(std::move(f));
  return {};
}

/// An error that was excused says nothing of what a lost lineage may have hidden.
void give_up_excused(session& s, std::vector<judged_output>& outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k)
    for (judged_element& e : outputs[k].remarkable)
      if (e.cut && e.state == element_state::suspicious) {
        e.state = element_state::lost;
        output_summary& o = s.result.outputs[k];
        ++o.undecided, --(e.bound - e.error > e.error && o.estimated != 0 ? o.estimated : o.certified);
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

/// The launch with exact values in the place of the machine's.
result<free_outcome> replay_freely(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  const std::vector<bool> iteration_ends = exec::find_iteration_ends(s.code);
  std::vector<std::uint32_t> others;
  for (std::uint32_t pc = 0; pc < iteration_ends.size(); ++pc)
    if (!iteration_ends[pc]) others.push_back(pc);
  free_replays replays;
  const auto exactly = [&](const exec::exact_plan& plan, std::optional<std::uint32_t> lifted) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.exact = plan, p.lifts_clamp = lifted;
    if (plan.only.empty() && others.size() < iteration_ends.size()) p.exact->only = others;
    return s.meter.run(s.code, bounded, std::move(p));
  };
  replays.exactly = [&](const exec::exact_plan& plan) { return exactly(plan, std::nullopt); };
  replays.lifting = [&](std::uint32_t pc) { return exactly({}, pc); };
  replays.letting_nans_through = [&](std::uint32_t pc) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.lets_nans_through = pc;
    return s.meter.run(s.code, bounded, std::move(p));
  };
  replays.letting_infinities_through = [&](std::uint32_t pc) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.lifts_clamp = pc;
    return s.meter.run(s.code, bounded, std::move(p));
  };
  replays.consuming = [&](const exec::consumed_number& which) {
    exec::run_plan p = plan_for(s, exec::blame_shadow());
    p.consumes = which;
    p.more_instructions = 2;
    return s.meter.run(s.code, s.request, std::move(p));
  };
  return run_freely(s.code, s.request, first, outputs, s.by, replays);
}

/// What the ends of lineages come to. What depends on comparisons that the enclosures leave open is looked at in narrower ones.
result<void> look_beyond_ends(session& s, run_record& first, std::vector<judged_output>& outputs) {
  auto found = replay_freely(s, first, outputs);
  if (!found) return tl::unexpected(found.error());
  if (found->findings.empty() && !found->incomplete.empty()) {
    auto judged = outputs;
    const auto closer = look_closer(s, first, judged, &open_ends);
    if (!closer) return tl::unexpected(closer.error());
    if (*closer) found = replay_freely(s, first, judged);
    if (!found) return tl::unexpected(found.error());
    if (*closer) take_known(s, judged, outputs);
  }
  s.result.coverage.lineage_ends = found->ends;
  for (finding& f : found->findings) s.findings.add(std::move(f));
  std::move(found->remarks.begin(), found->remarks.end(), std::back_inserter(s.remarks));
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
    p.meetings.emplace().of = exec::meeting_of::decimals;
    p.more_instructions = 2;
    return s.meter.run(s.code, s.request, std::move(p));
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
  const auto blamed = replay_blaming(s, writers(s, first, places));
  if (!blamed) return tl::unexpected(blamed.error());
  if (s.meter.is_spent()) return {};
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    auto lines = attribute(s.code, s.request, **blamed, outputs[k], samples[k]);
    std::move(lines.begin(), lines.end(), std::back_inserter(s.result.lines));
  }
  return {};
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
  for (finding& f : s.losses) s.findings.add(std::move(f));
  if (s.findings.empty())
    for (finding& f : s.remarks) s.findings.add(std::move(f));
  name_origins(s);
  s.result.findings = s.findings.take();
  warn_of_exact_sums(s.result);
  s.result.verdict = exit_code::passed;
  for (const finding& f : s.result.findings)
    if (f.level == level::error && !f.suppressed) s.result.verdict = exit_code::findings;
  if (!s.result.incomplete.empty()) s.result.verdict = worse(s.result.verdict, exit_code::incomplete);
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
  const auto again = s.meter.run(s.code, serial, plan);
  if (!again) return tl::unexpected(again.error());
  if (std::none_of(again->faults.begin(), again->faults.end(), is(exec::fault::race))) return out;
  std::erase_if(out, is(exec::fault::race));
  std::copy_if(again->faults.begin(), again->faults.end(), std::back_inserter(out), is(exec::fault::race));
  return out;
}

/// What references say of the numbers that the run has left. Of integers a derived bound says little: it holds what one more or less is.
void hear_references(session& s, const run_record& run) {
  s.words.assign(s.request.buffers.size(), reference_word::none);
  for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b) {
    const exec::buffer& to = s.request.buffers[b];
    if (!is_output(to) || !tensor::is_real(to.type)) continue;
    const exec::region_bytes& left = run.buffers[b]->data;
    s.words[b] = s.how.compared(b, std::as_bytes(std::span(left.data(), std::min(left.size(), to.data.size()))));
  }
}

/// What the inspectors look at.
struct view {
  session& s;
  run_record& first;
  bool whole; ///< the run came to its end
  std::vector<judged_output> outputs{};
  bool agreed = false; ///< `outputs` are known as far as runs in two precisions agree
};

result<void> inspect_faults(view& v) {
  const auto faults = faults_of(v.s, v.first);
  if (!faults) return tl::unexpected(faults.error());
  for (const exec::fault_record& f : *faults) {
    finding one = finding_of_fault(v.s.code, f);
    count_in_elements(one, v.s.request);
    name_float(v.s, v.first, f, one);
    v.s.findings.add(std::move(one), f.pc);
  }
  return {};
}
result<void> inspect_barriers(view& v) {
  for (finding& f : barriers_in_branches(v.s.code, v.first, v.s.how.sources)) v.s.findings.add(std::move(f));
  return {};
}
/// Whether numbers with fractions are converted there: one among them that is an integer in exact arithmetic is one by chance.
bool converts_fractions(const run_record& run, std::uint32_t pc) {
  return std::any_of(run.ends.begin(), run.ends.end(), [pc](const exec::end_record& e) {
    return e.pc == pc && e.kind == exec::end_kind::conversion && e.open() != 0 && std::fabs(e.exact[0]) < INFINITY && e.exact[0] != std::nearbyint(e.exact[0]);
  });
}
result<void> inspect_events(view& v) {
  for (const exec::event_record& e : add_up_lines(v.s.code, v.s.request, v.first.events, v.s.by.judged))
    if ((e.kind == exec::event_kind::integer_lost && converts_fractions(v.first, e.pc)) || is_spread(v.s.code, v.s.request, v.first, e, v.s.by.judged)) continue;
    else if (auto f = finding_of_event(v.s.code, v.s.request, e, v.s.by.judged)) e.kind == exec::event_kind::integer_lost ? v.s.losses.push_back(std::move(*f)) : v.s.findings.add(std::move(*f));
  for (const exec::event_record& e : v.first.events)
    if (e.kind == exec::event_kind::large_angle) v.s.unforgiven.push_back(e.pc);
  return {};
}
result<void> inspect_probes(view& v) {
  add_failed_probes(v.first, v.s.findings, v.s.result.incomplete);
  return {};
}
result<void> inspect_standing_loop(view& v) {
  if (!v.first.absorbed) return {};
  v.s.findings.add(finding_of_absorbed_loop(v.s.code, *v.first.absorbed));
  add_incomplete(v.s, "the run was ended in a loop that does not go on", v.first.absorbed->pc);
  return {};
}
result<void> inspect_outputs(view& v) {
  v.outputs = judge_all(v.s, v.first);
  note_widths(v.s, v.outputs);
  if (v.whole)
    if (const auto ok = look_closer(v.s, v.first, v.outputs, &undecided); !ok) return tl::unexpected(ok.error());
  for (const judged_output& o : v.outputs) v.s.result.outputs.push_back(o.summary);
  v.agreed = v.s.agreed;
  if (v.whole && v.s.how.compared) hear_references(v.s, v.first);
  return {};
}
result<void> inspect_contents(view& v) {
  for (const judged_output& o : v.outputs) check_output(v.s, o, v.first);
  return {};
}
result<void> inspect_excuses(view& v) {
  give_up_excused(v.s, v.outputs);
  return {};
}
result<void> inspect_ends(view& v) {
  const bool spent = v.whole && v.s.meter.is_spent();
  if (v.s.findings.empty() && !spent) return look_beyond_ends(v.s, v.first, v.outputs);
  count_ends(v.s, v.first, v.whole && !spent);
  return {};
}
result<void> inspect_undecided(view& v) {
  for (const judged_output& o : v.outputs)
    if (auto ok = tell_undecided(v.s, v.first, o); !ok) return ok;
  return {};
}
result<void> inspect_lines(view& v) {
  const line_attribution wanted = v.s.how.lines;
  const bool cheap = v.s.result.coverage.instructions <= v.s.by.judged.contraction_work;
  return wanted == line_attribution::wanted || (wanted == line_attribution::where_cheap && cheap) ? attribute_lines(v.s, v.first, v.outputs) : result<void>();
}

/// What an inspector needs to have anything to look at.
enum class needs : std::uint8_t {
  a_run,        ///< whatever came of it
  an_end,       ///< a run that came to its end
  shadows,      ///< that, in a domain
  a_clean_slate ///< that, and no finding so far: what others have told needs no further explanation
};

bool has(const view& v, needs what) {
  if (what == needs::a_run) return true;
  const bool shadowed = v.first.planes != 0;
  return v.whole && (what == needs::an_end || shadowed) && (what != needs::a_clean_slate || v.s.findings.empty());
}

/// Which runs of its own, as long as the first, an inspector takes, and what it is without time for them.
enum class further : std::uint8_t {
  nothing, ///< none
  runs,    ///< not asked, and the check is incomplete
  counts,  ///< asked all the same: it says what was not looked at; the check is incomplete
  remarks  ///< not asked: it tells what lines made of errors
};

/// Who looks at a run, in this order. An inspector takes the further runs that it needs by itself: perturbed, blamed, decided exactly.
struct inspector {
  std::string_view id;
  needs what;
  further goes_on;
  result<void> (*look)(view&);
};
constexpr inspector inspectors[] = {
    {"faults", needs::a_run, further::nothing, &inspect_faults},
    {"barriers", needs::a_run, further::nothing, &inspect_barriers},
    {"events", needs::a_run, further::nothing, &inspect_events},
    {"probes", needs::a_run, further::nothing, &inspect_probes},
    {"standing loops", needs::a_run, further::nothing, &inspect_standing_loop},
    {"outputs", needs::a_run, further::nothing, &inspect_outputs},
    {"contents", needs::an_end, further::nothing, &inspect_contents},
    {"integer ranges", needs::an_end, further::runs, [](view& v) { return look_at_ranges(v.s, v.first); }},
    {"counts and codes", needs::an_end, further::runs, [](view& v) { return look_at_counts_and_codes(v.s, v.first); }},
    {"enclosures", needs::shadows, further::runs, [](view& v) { return settle_undecided(v.s, v.first, v.outputs); }},
    {"sensitivity", needs::shadows, further::runs, [](view& v) { return investigate(v.s, v.first, v.outputs); }},
    {"decisions", needs::shadows, further::runs, [](view& v) { return decide_exactly(v.s, v.first, v.outputs); }},
    {"excuses", needs::shadows, further::nothing, &inspect_excuses},
    {"lineages", needs::shadows, further::counts, &inspect_ends},
    {"removed variables", needs::a_clean_slate, further::runs, [](view& v) { return look_at_removed_variables(v.s); }},
    {"orders of bits", needs::a_clean_slate, further::runs, [](view& v) { return look_at_bit_orders(v.s, v.first); }},
    {"meetings", needs::a_clean_slate, further::runs, [](view& v) { return look_at_meetings(v.s, v.first, v.outputs); }},
    {"decimals", needs::a_clean_slate, further::runs, [](view& v) { return look_at_decimals(v.s, v.first, v.outputs); }},
    {"constants", needs::a_clean_slate, further::runs, [](view& v) { return look_at_constants(v.s, v.first); }},
    {"words", needs::an_end, further::nothing, [](view& v) { return look_at_words(v.s); }},
    {"undecided", needs::an_end, further::nothing, &inspect_undecided},
    {"orders", needs::an_end, further::runs, [](view& v) { return compare_orders(v.s, v.first, v.outputs); }},
    {"lines", needs::an_end, further::remarks, &inspect_lines},
};

/// Every inspector in turn. Once the time is spent none takes further runs, and the check is incomplete.
result<void> inspect(view& v) {
  session& s = v.s;
  bool skipped = false;
  for (const inspector& i : inspectors) {
    if (!has(v, i.what)) continue;
    const auto is_spent = [&] { return i.goes_on != further::nothing && v.whole && s.meter.is_spent(); };
    const bool spent = is_spent();
    if (!spent || i.goes_on == further::counts)
      if (auto ok = i.look(v); !ok) return tl::unexpected(ok.error());
    if (s.result.coverage.instructions > s.by.judged.contraction_work) s.blamed.reset();
    skipped = skipped || (i.goes_on != further::remarks && (spent || is_spent()));
  }
  if (skipped) add_incomplete(s, "the time budget is spent: what follows the run was not looked at to its end");
  return {};
}

/// The run that the inspectors look at first.
result<run_record> run_first(const session& s) {
  const auto domain = domain_for(s.request, s.wide, s.how.shadow);
  if (!domain) return tl::unexpected(domain.error());
  exec::run_plan plan = plan_for(s, *domain);
  plan.tracks_races = true;
  plan.watches_ends = true;
  auto run = s.meter.run(s.code, s.request, std::move(plan));
  if (run) run->interrupted = s.how.interrupt != nullptr && s.how.interrupt->load(); // by the user, not by the time
  return run;
}

} // namespace

result<checked> check(const exec::program& code, exec::run_request& request, const options& how) { return check(code, request, how, {}); }

result<checked> check(const exec::program& code, exec::run_request& request, const options& how, const judgement& judged) {
  run_meter own(request.time_budget, how.clock);
  session s{code, request, how, how.meter != nullptr ? *how.meter : own};
  s.by.judged = judged;
  s.wide = computes_in_f64(code, request);
  s.poles = library_infinities(code, how.sources);
  s.by.flushes = flushes_subnormals(code, request), s.by.takes_places = takes_places(code, request);
  s.by.circles = exec::find_fractions(code, request);
  s.by.handed_on = exec::find_handed_on(code, request);
  s.by.only_inputs_move = !reaches_approximations(code, request) && !forgives_roundings(code, request);
  const auto start = std::chrono::steady_clock::now();
  auto first = run_first(s);
  if (!first) return tl::unexpected(first.error());
  if (!request.launches.empty()) s.result.kernel = ptx::demangle(request.launches[0].kernel);
  copy_counts(s, *first);
  for (const exec::incomplete_record& r : first->incomplete) add_incomplete(s, r.what, r.pc);
  const bool whole = first->incomplete.empty() && !first->interrupted && !first->absorbed;
  view v{s, *first, whole};
  if (auto ok = inspect(v); !ok) return tl::unexpected(ok.error());
  if (!whole) count_ends(s, *first, whole);
  checked out;
  out.came_to_end = whole;
  out.runs = s.meter.runs();
  take_bounds(s, *first, out);
  if (v.agreed)
    for (output_summary& o : s.result.outputs) o.agreed = std::exchange(o.certified, 0);
  settle_verdict(s);
  if (whole && !s.meter.is_spent())
    if (auto ok = compare_contraction(s, *first); !ok) return tl::unexpected(ok.error());
  write_back(s, *first);
  if (first->interrupted) s.result.verdict = exit_code::interrupted;
  s.result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  out.result = std::move(s.result);
  return out;
}

} // namespace fpcheck::analysis
