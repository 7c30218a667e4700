// Errors that the first run could not clear: measured against what inputs' rounding does, and traced to the lines that made them.
#include "account.hpp"
#include "blame.hpp"
#include "common.hpp"
#include "decimal_decisions.hpp"
#include "error_terms.hpp"
#include "faults.hpp"
#include "free_differences.hpp"
#include "inspectors.hpp"
#include "origins.hpp"
#include "passing_narrowings.hpp"
#include "reached_code.hpp"

#include <fpcheck/exec/angle_products.hpp>
#include <fpcheck/exec/iteration_ends.hpp>
#include <fpcheck/exec/single_constants.hpp>
#include <fpcheck/exec/singles.hpp>
#include <fpcheck/exec/single_sums.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <span>

namespace fpcheck::analysis {
namespace {

using exec::run_record;

/// The suspicious elements, worst first.
struct weighed {
  std::vector<flagged> guilty;                 ///< their error is not excused
  std::vector<flagged> narrowed, approximated; ///< only narrowings excuse it, or only approximate instructions
  std::vector<flagged> excused;                ///< whatever excuses it
};

weighed weigh(session& s, const std::vector<judged_output>& outputs, std::span<const run_record* const> perturbed) {
  weighed out;
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable) {
      if (e.state != element_state::suspicious) continue;
      const sensitivity m = measure(s.request, perturbed, o, e, s.by);
      if (m.is_finding()) out.guilty.push_back({&o, e, m});
      else if (m.approximated) out.approximated.push_back({&o, e, m});
      else if (m.narrowed) out.narrowed.push_back({&o, e, m});
      if (!m.is_finding()) out.excused.push_back({&o, e, m});
    }
  for (std::vector<flagged>* list : {&out.narrowed, &out.approximated, &out.excused})
    std::stable_sort(list->begin(), list->end(), [](const flagged& a, const flagged& b) { return a.element.ratio > b.element.ratio; });
  std::stable_sort(out.guilty.begin(), out.guilty.end(), [](const flagged& a, const flagged& b) { return a.measured.excess > b.measured.excess; });
  return out;
}

/// Whether an element is off by no more than its output's other numbers might be, in whose midst it is about zero: its error would be excused in a
/// number of their size.
bool is_near_zero(const session& s, const flagged& f) {
  const exec::number n = accumulator_of(f.element.format != exec::number::none ? f.element.format : number_of(s.request.buffers[f.output->buffer].type));
  return !f.output->is_ruined(s.by.judged) && f.element.error <= s.by.judged.excess_limit * (half_ulp_at(f.output->rms, n) + f.measured.moved);
}

/// Numbers about zero that come close to it, among larger ones: they are excused where the roundings of what is known no better than an input move
/// them as far. Such are what a launch makes of what another one left, and literals that stand for decimals. The error must be small beside the
/// output's numbers, so that what another kernel's error ruins is not.
result<void> excuse_near_zero(session& s, weighed& all) {
  if (std::none_of(all.guilty.begin(), all.guilty.end(), [&](const flagged& f) { return is_near_zero(s, f); })) return {};
  exec::run_plan plan = plan_for(s, s.wide ? exec::perturbed_wide_shadow() : exec::perturbed_shadow());
  plan.moves_decimals = reaches_short_decimals(s.code, s.request, s.by.judged);
  plan.given_between.resize(s.request.buffers.size());
  bool is_any = plan.moves_decimals;
  for (std::size_t k = 0; k < s.by.handed_on.size(); ++k) {
    const exec::number n = number_of(s.request.buffers[k].type);
    is_any |= plan.given_between[k] = s.by.handed_on[k] && (n == exec::number::f32 || n == exec::number::f64);
  }
  if (!is_any) return {};
  const auto run = s.meter.run(s.code, s.request, plan);
  if (!run) return tl::unexpected(run.error());
  if (run->interrupted || !run->incomplete.empty()) return {};
  const run_record* const perturbed = &*run;
  std::erase_if(all.guilty, [&](flagged& f) {
    if (!is_near_zero(s, f)) return false;
    const sensitivity m = measure(s.request, {&perturbed, 1}, *f.output, f.element, s.by);
    if (m.is_finding()) return false;
    all.excused.push_back({f.output, f.element, m});
    return true;
  });
  return {};
}

/// Of half an ulp of binary32: an error of this size in binary64 is binary32's.
constexpr double single_share = 0.125;
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

/// Numbers in binary64 that arithmetic in binary32 made of data in binary32, and that were only widened and scaled since: what they are stored in says
/// nothing of how well they are known, and they are judged as numbers in binary32. Sums of many terms ask for the wider format, and are none.
result<void> excuse_singles(session& s, const run_record& first, std::span<const run_record* const> perturbed, weighed& all) {
  std::vector<flagged> singles;
  for (const std::vector<flagged>* list : {&all.guilty, &all.approximated})
    for (const flagged& f : *list) {
      if (s.request.buffers[f.output->buffer].type != tensor::dtype::f64) continue;
      judged_element as_single = f.element;
      as_single.format = exec::number::f32;
      const sensitivity m = measure(s.request, perturbed, *f.output, as_single, s.by);
      if (!m.is_finding() && !m.approximated) singles.push_back({f.output, f.element, m});
    }
  if (singles.empty()) return {};
  const std::vector<bool> by_singles = exec::find_made_of_singles(s.code), sums = exec::find_single_sums(s.code);
  if (std::none_of(by_singles.begin(), by_singles.end(), [](bool b) { return b; })) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(singles)));
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  std::set<std::pair<std::uint32_t, std::uint64_t>> excused;
  for (const flagged& f : singles) {
    const auto a = account_of(s.request, **blamed, f.output->buffer, f.element.index);
    double made = 0;
    if (a)
      for (const auto& [pc, part] : a->parts) made += by_singles[pc] && !sums[pc] ? std::fabs(part) : 0;
    if (made < s.by.judged.largest_part * f.element.error) continue;
    excused.emplace(f.output->buffer, f.element.index);
  }
  const auto is_excused = [&](const flagged& f) { return excused.contains({f.output->buffer, f.element.index}); };
  for (std::vector<flagged>* list : {&all.guilty, &all.approximated, &all.excused}) std::erase_if(*list, is_excused);
  std::copy_if(singles.begin(), singles.end(), std::back_inserter(all.excused), is_excused);
  return {};
}

void note_shares(session& s, const std::vector<judged_output>& outputs, const weighed& all) {
  for (const std::vector<flagged>* list : {&all.guilty, &all.excused})
    for (const flagged& f : *list) {
      double& share = s.result.outputs[static_cast<std::size_t>(f.output - outputs.data())].largest_share;
      share = std::max(share, f.measured.limit > 0 ? f.measured.excess / f.measured.limit : 0.0);
    }
}

/// Whether a rule tells of the size of an error, which a tolerance that the user states may allow.
bool is_of_size(rule r) { return r == rule::cancellation || r == rule::absorption || r == rule::narrowing || r == rule::inaccurate; }

/// Tells of an error, as a warning where the output is within the tolerance that the user states, or where it is infinite at a pole, as it is in exact
/// arithmetic, and so is what it is compared with: the logarithm of a sum over nothing.
void tell(session& s, finding x, const flagged& f) {
  const reference_word word = s.word_on(f.output->buffer);
  const bool is_allowed = word == reference_word::within_stated && f.element.state == element_state::suspicious && is_of_size(x.rule);
  const bool is_meant = word != reference_word::none && x.rule == rule::inf_born && std::isinf(f.element.computed) && is_infinite_at_zero(s, x);
  if (!is_allowed && !is_meant) return s.findings.add(std::move(x));
  x.level = level::warning;
  x.message += is_allowed ? "; within the tolerance that is stated" : "; so is what it is compared with";
  s.remarks.push_back(std::move(x));
}

/// A replay in the blame domain makes a finding of each of `shown`; `guilty` are all elements that are too far off. `left`: of what
/// error terms should have made good.
result<void> blame_each(session& s, const run_record& first, const std::vector<flagged>& guilty, const std::vector<flagged>& shown, const miscompensation& left = {}) {
  if (shown.empty()) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(shown)));
  if (!blamed) return tl::unexpected(blamed.error());
  const bool traced = !(*blamed)->interrupted;
  std::map<std::uint32_t, std::uint64_t> counts, told;
  for (const flagged& f : guilty) ++counts[f.output->buffer];
  for (const flagged& f : shown) {
    finding x = traced ? blame(s.code, s.request, **blamed, *f.output, f.element, s.by.judged) : untraced(*f.output, f.element);
    x.excess = f.measured.excess;
    x.sensitivity = f.measured.moved;
    if (f.element.state != element_state::nonfinite) x.count = share(counts[f.output->buffer], told[f.output->buffer]++);
    if (left.term) {
      locate(x, s.code, *left.term);
      if (left.idle) {
        x.rule = rule::absorption;
        x.message += "; what is worked out here of what a sum loses is 0 at every turn";
        x.hint = "take off the sum what it was before, then the addend: in another order the rest is rounded away";
      } else if (left.added) {
        x.rule = rule::absorption;
        x.message += "; what is worked out here of what a sum loses is lost once more: it comes to the next addend with the wrong sign";
        x.hint = "(sum - before) - addend is what the sum has too much: take it off the next addend";
      } else if (left.missed) {
        x.rule = rule::absorption;
        x.message += "; what is worked out here of what a sum loses is less than that where the addend is larger than the sum";
        x.hint = "take the smaller of the two from what is left of the larger (Neumaier), or use a two-sum that asks for no order (Knuth)";
      } else {
        x.message += "; what is worked out here of what sums lose does not make it good";
        x.hint = "take the rest off the next addend once, with the sign that it was worked out with";
      }
    }
    if (x.hint.empty()) x.hint = std::string(advice(x.rule));
    tell(s, std::move(x), f);
  }
  return {};
}

/// Errors that only narrowings excuse are told on every pass. Where the narrow format serves no purpose, they are findings.
result<void> tell_narrowings(session& s, const run_record& first, const std::vector<flagged>& worst, std::uint64_t count) {
  if (worst.empty()) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(worst)));
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  for (const flagged& f : worst) {
    auto x = finding_of_narrowing(s.code, s.request, **blamed, *f.output, f.element, f.measured, s.by.judged);
    if (!x) continue;
    x->excess = f.measured.excess, x->sensitivity = f.measured.moved, x->count = count;
    if (x->rule == rule::narrow_accumulator && s.word_on(f.output->buffer) == reference_word::within_stated)
      x->level = level::warning, x->message += "; within the tolerance that is stated";
    if (x->level == level::error) s.findings.add(std::move(*x));
    else s.remarks.push_back(std::move(*x));
  }
  return {};
}

/// What only approximate instructions excuse without reason: roundings beside them, which they would hide; and their own errors near a root
/// of the function, where they are large beside the outputs.
std::vector<flagged> not_excused(session& s, const run_record& blamed, const std::vector<flagged>& excused) {
  const bool coarse = approximates_coarsely(s.code, s.request), forgives = forgives_roundings(s.code, s.request);
  const double share = s.by.judged.approximate_share;
  std::vector<flagged> out;
  for (const flagged& f : excused) {
    const auto a = account_of(s.request, blamed, f.output->buffer, f.element.index);
    if (!a || !(std::fabs(a->exact) < INFINITY)) continue;
    double made = 0, all = 0;
    for (const auto& [pc, part] : a->parts) {
      all += std::fabs(part);
      if (approximates(s.code.ops[pc])) made += std::fabs(part);
    }
    const bool own = made >= share * f.element.error;
    const bool hidden = !own && !forgives && all >= share * f.element.error;
    if (hidden || (own && !coarse && f.measured.part > s.by.judged.approximation_loss)) out.push_back(f);
  }
  return out;
}

/// Looks for such among the worst that are excused so.
result<void> tell_hidden(session& s, const run_record& first, const std::vector<flagged>& excused) {
  const std::vector<flagged> worst = representatives(excused);
  if (worst.empty()) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(worst)));
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  const std::vector<flagged> guilty = not_excused(s, **blamed, worst);
  return blame_each(s, first, guilty, guilty);
}

/// Elements of which such instructions made the larger part of the error.
template <class Made>
result<void> tell_made_by(session& s, const run_record& first, const std::vector<flagged>& worst, Made counts) {
  if (worst.empty()) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(worst)));
  if (!blamed) return tl::unexpected(blamed.error());
  if ((*blamed)->interrupted) return {};
  std::vector<flagged> guilty;
  for (const flagged& f : worst) {
    const auto a = account_of(s.request, **blamed, f.output->buffer, f.element.index);
    double made = 0;
    if (a)
      for (const auto& [pc, part] : a->parts) made += counts(pc) ? std::fabs(part) : 0;
    if (made >= s.by.judged.largest_part * f.element.error) guilty.push_back(f);
  }
  return blame_each(s, first, guilty, guilty);
}

/// The fast sine and cosine of angles so large that nothing is stated of their error: half of an output's error that they made, or the product
/// that is their angle, is none that the data's own rounding stands for: the half ulp of such an angle is a noticeable part of a turn.
result<void> tell_far_angles(session& s, const run_record& first, const std::vector<flagged>& excused) {
  std::set<std::uint32_t> far;
  for (const exec::event_record& e : first.events)
    if (e.kind == exec::event_kind::large_angle && s.code.ops[e.pc].meaning.approximate) far.insert(e.pc);
  if (far.empty()) return {};
  const std::vector<std::uint32_t> products = exec::products_of_angles(s.code, far);
  far.insert(products.begin(), products.end());
  return tell_made_by(s, first, representatives(excused), [&](std::uint32_t pc) { return far.contains(pc); });
}

bool narrows_double(const exec::op& o) {
  return o.meaning.operation == ptx::operation::narrowing && o.source_format == exec::number::f64 && o.format == exec::number::f32;
}

/// What binary64 knew, and a conversion to binary32 in the middle of a computation lost before a function or a difference let it through: an excuse
/// that roundings of numbers in binary32 are good for says nothing of it.
result<void> tell_narrowed_doubles(session& s, const run_record& first, const std::vector<flagged>& excused) {
  const std::vector<bool> reached = reached_functions(s.code, s.request);
  bool any = false;
  for (std::size_t k = 0; k < reached.size() && !any; ++k) {
    const auto begin = s.code.ops.begin() + s.code.functions[k].first;
    any = reached[k] && std::any_of(begin, begin + s.code.functions[k].count, narrows_double);
  }
  if (!any) return {};
  std::vector<flagged> gross;
  std::copy_if(excused.begin(), excused.end(), std::back_inserter(gross), [](const flagged& f) { return f.measured.part > ruinous_loss; });
  return tell_made_by(s, first, representatives(gross), [&](std::uint32_t pc) { return narrows_double(s.code.ops[pc]); });
}

/// Outputs in binary64, of data in binary64, whose errors are of binary32's size: told on every pass, whatever excuses them.
result<void> tell_singles(session& s, const run_record& first, const std::vector<flagged>& excused) {
  if (!exec::is_of_doubles(s.request) || !s.remarks.empty()) return {};
  std::vector<flagged> coarse;
  std::copy_if(excused.begin(), excused.end(), std::back_inserter(coarse), [&](const flagged& f) {
    const exec::number n = f.element.format != exec::number::none ? f.element.format : number_of(s.request.buffers[f.output->buffer].type);
    return n == exec::number::f64 && f.element.error > half_ulp_at(f.element.exact, exec::number::f32) * single_share;
  });
  const std::vector<flagged> worst = representatives(coarse);
  if (worst.empty()) return {};
  const auto blamed = replay_blaming(s, writers(s, first, places_of(worst)));
  if (!blamed) return tl::unexpected(blamed.error());
  for (std::size_t k = 0; k < worst.size() && !(*blamed)->interrupted && s.remarks.empty(); ++k) {
    auto x = note_of_singles(s.code, s.request, **blamed, *worst[k].output, worst[k].element, s.by.judged);
    if (!x) continue;
    x->excess = worst[k].measured.excess, x->sensitivity = worst[k].measured.moved, x->count = coarse.size();
    s.remarks.push_back(std::move(*x));
  }
  return {};
}

/// Whether an element is another that the comparison with a free run leaves to those who judge the machine's own path: bits of a number in an integer
/// buffer, and what is NaN or infinite along one of the paths.
bool stores_others(const session& s, const run_record& first, const run_record& exactly, const std::vector<judged_output>& outputs) {
  for (const judged_output& o : outputs) {
    const tensor::dtype t = s.request.buffers[o.buffer].type;
    const std::uint64_t bytes = tensor::size_of(t);
    const exec::region &mine = *first.buffers[o.buffer], &other = *exactly.buffers[o.buffer];
    for (std::uint64_t at = 0; at < o.summary.elements * bytes; at += bytes) {
      if (std::memcmp(mine.data.data() + at, other.data.data() + at, bytes) == 0 || mine.is_undefined(at, static_cast<unsigned>(bytes))) continue;
      const bool is_real = number_of(t) != exec::number::none;
      const exec::number n = is_real ? number_of(t) : lineage_of(mine, t, at);
      if (n == exec::number::none) continue; // compared there
      const tensor::dtype as = is_real ? t : dtype_of(n);
      if (tensor::size_of(as) != bytes) return true;
      const double x = element_value(mine, as, at), y = element_value(other, as, at);
      if (x != x && y != y) continue;
      const bool finite = std::fabs(x) < INFINITY && std::fabs(y) < INFINITY;
      if (finite ? !is_real && std::fabs(x - y) > s.by.judged.excess_limit * half_ulp_at(y, n) : x != y) return true;
    }
  }
  return false;
}

/// Whether outputs are others where every decision is exact arithmetic's: one that the machine takes otherwise, and that changes nothing that is stored, is
/// no fault, as the sign of a pivot that a Sturm count meets beside its next one's.
result<bool> changes_outputs(session& s, const run_record& first, const std::vector<judged_output>& outputs, const std::vector<bool>& iteration_ends) {
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  exec::run_plan p = plan_for(s, exec::wide_shadow());
  p.exact.emplace();
  for (std::uint32_t pc = 0; pc < iteration_ends.size(); ++pc)
    if (!iteration_ends[pc]) p.exact->only.push_back(pc);
  const auto run = s.meter.run(s.code, bounded, std::move(p));
  if (!run) return tl::unexpected(run.error());
  return !came_to_its_end(*run) || free_differences(s.request, first, *run, outputs, s.by).any() || stores_others(s, first, *run, outputs);
}

/// Decisions that exact arithmetic takes otherwise, and integers that came back as others, where outputs show it.
result<void> tell_flips(session& s, const run_record& first, const std::vector<judged_output>& outputs, std::vector<exec::flip_record> flips) {
  if (flips.empty() && s.losses.empty()) return {};
  const std::vector<bool> iteration_ends = exec::find_iteration_ends(s.code);
  std::erase_if(flips, [&](const exec::flip_record& f) { return iteration_ends[f.pc]; });
  if (flips.empty() && s.losses.empty()) return {};
  if (s.findings.empty()) {
    const auto changed = changes_outputs(s, first, outputs, iteration_ends);
    if (!changed) return tl::unexpected(changed.error());
    if (!*changed) {
      s.losses.clear();
      return {};
    }
  }
  for (const exec::flip_record& f : flips) s.findings.add(finding_of_flip(s.code, f));
  for (finding& f : s.losses) s.findings.add(std::move(f));
  s.losses.clear();
  return {};
}

} // namespace

result<perturbation> perturb(session& s, const run_record& first, const std::vector<std::uint64_t>& ctas) {
  const bool chosen = s.request.shadow == exec::shadow_kind::perturbed;
  const std::uint32_t runs = chosen ? s.request.shadow_parameter / exec::perturbed_copies : 1;
  perturbation out;
  for (std::uint32_t k = chosen ? 1 : 0; k < runs; ++k) {
    const std::uint32_t copy = k * exec::perturbed_copies;
    auto run = replay(s, s.wide ? exec::perturbed_wide_shadow(copy) : exec::perturbed_shadow(copy), ctas);
    if (!run) return tl::unexpected(run.error());
    if (!run->incomplete.empty()) add_incomplete(s, "the sensitivity run was cut short: " + run->incomplete[0].what);
    out.cut |= run->interrupted;
    out.made.push_back(*std::move(run));
  }
  if (chosen) out.all.push_back(&first);
  for (const run_record& r : out.made) out.all.push_back(&r);
  return out;
}

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
  weighed all;
  std::vector<exec::flip_record> flips;
  miscompensation wrong;
  const bool adds = adds_rests(s);
  if (!suspects.empty() || !first.flips.empty() || adds) {
    const auto ctas = first.flips.empty() && !adds ? writers(s, first, suspects) : std::vector<std::uint64_t>{};
    const auto perturbed = perturb(s, first, ctas);
    if (!perturbed) return tl::unexpected(perturbed.error());
    if (!perturbed->cut) { // copies that did not get to the outputs excuse nothing
      all = weigh(s, outputs, perturbed->all);
      if (auto ok = excuse_near_zero(s, all); !ok) return ok;
      if (auto ok = excuse_singles(s, first, perturbed->all, all); !ok) return ok;
      note_shares(s, outputs, all);
      if (all.guilty.empty() && !suspects.empty()) {
        auto left = miscompensated(s, outputs, ctas);
        if (!left) return tl::unexpected(left.error());
        wrong = *std::move(left);
        all.guilty = wrong.elements;
      }
      if (all.guilty.empty() && adds) {
        auto left = added_once_more(s, outputs, perturbed->all, ctas);
        if (!left) return tl::unexpected(left.error());
        wrong = *std::move(left);
        all.guilty = wrong.elements;
      }
      flips = perturbed->all[0]->flips;
    }
  }
  std::vector<flagged> shown = born; // of one cause the NaN is told, not the number that is merely wrong
  const std::vector<flagged> worst = representatives(all.guilty);
  shown.insert(shown.end(), worst.begin(), worst.end());
  // What made an output wrong comes first: a decision that flipped may be its consequence.
  auto ok = blame_each(s, first, all.guilty, shown, wrong);
  if (!ok) return ok;
  if (ok = tell_flips(s, first, outputs, std::move(flips)); !ok || !s.findings.empty()) return ok;
  if (ok = tell_hidden(s, first, all.approximated); !ok || !s.findings.empty()) return ok;
  if (ok = tell_far_angles(s, first, all.excused); !ok || !s.findings.empty()) return ok;
  if (ok = tell_narrowed_doubles(s, first, all.excused); !ok || !s.findings.empty()) return ok;
  if (ok = tell_narrowings(s, first, representatives(all.narrowed), all.narrowed.size()); !ok || !s.findings.empty()) return ok;
  return tell_singles(s, first, all.excused);
}

} // namespace fpcheck::analysis
