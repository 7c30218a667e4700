// Elements about which the enclosures say nothing, or whose lineage was lost.
#include "account.hpp"
#include "blame.hpp"
#include "inspectors.hpp"

#include <fpcheck/analysis/rules.hpp>
#include <fpcheck/base/number.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace fpcheck::analysis {
namespace {

using exec::run_record;

/// Where the enclosure of undecided elements first grew too wide to tell; nothing where that cannot be said.
std::optional<exec::opened_enclosure> where_it_opens(const session& s, const run_record& first, const judged_output& o) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> places;
  for (const judged_element& e : o.remarkable)
    if (e.state == element_state::undecided) places.emplace_back(o.buffer, e.index);
  if (!exec::encloses(first.layout)) return std::nullopt;
  exec::run_plan plan = plan_for(s, first.layout == exec::number_layout::ball ? exec::ball_shadow() : exec::wide_shadow());
  plan.watches_widths = true;
  if (const auto ctas = writers(s, first, places); !ctas.empty()) plan.ctas = {ctas};
  const auto run = s.meter.run(s.code, s.request, plan);
  return run ? run->opens : std::nullopt;
}

/// The instruction that let the number underflow at which the enclosure opens.
result<std::optional<finding>> finding_of_underflow(const session& s, const exec::opened_enclosure& at, const judged_output& o, const judged_element& e) {
  exec::run_plan plan = plan_for(s, exec::blame_shadow());
  exec::consumed_number& wanted = plan.consumes.emplace();
  wanted.pc = at.pc;
  std::copy_n(at.cta, 3, wanted.cta), std::copy_n(at.thread, 3, wanted.thread);
  plan.more_instructions = 2;
  const auto run = s.meter.run(s.code, s.request, plan);
  if (!run) return tl::unexpected(run.error());
  if (!run->consumed || run->consumed->words.empty()) return std::optional<finding>();
  account a = exec::element_shadow(*run, *run->consumed).account();
  judged_element x;
  x.index = e.index, x.state = element_state::suspicious;
  x.computed = run->consumed->computed, x.exact = a.exact, x.error = std::fabs(x.computed - x.exact);
  if (x.computed != 0 || !(x.error > 0) || !(x.error < INFINITY)) return std::optional<finding>();
  finding f = blame(s.code, s.request, std::move(a), o, x, s.by.judged);
  f.rule = rule::underflow_flushed;
  f.message = o.summary.name + "[" + std::to_string(e.index) + "] is made of a number that underflowed: 0 is " + number(x.exact, 9) + " in exact arithmetic";
  f.hint = std::string(advice(f.rule));
  return std::optional(std::move(f));
}

/// Of the first enclosure: what is narrower than that in the last spans zero because zero is there. Binary64 digits are 53, the first enclosure's 53 or
/// 104, the last one's 512: what cancellation leaves is told from zero down to 2^-500 of what met there.
constexpr double zero_width = 0x1p-400;

/// An element of which something is known, if too little to tell without its sensitivity.
bool is_bounded(const judged_element& e) { return e.state == element_state::undecided && !e.cut && e.bound < INFINITY; }

/// Whether the machine's zero is one in exact arithmetic too, as far as the longest midpoints tell.
bool is_zero(const session& s, const judged_output& o, const judged_element& e) {
  const double radius = e.bound - e.error;
  const auto before = s.widths.find({o.buffer, e.index});
  return e.computed == 0 && std::fabs(e.exact) <= radius && before != s.widths.end() && radius <= zero_width * before->second;
}

/// Whether the most that an element may be off is excused, or nothing moves it from zero.
bool is_settled(const session& s, const perturbation& copies, const judged_output& o, judged_element e) {
  const bool zero = is_zero(s, o, e);
  e.error = e.bound;
  const sensitivity m = measure(s.request, copies.all, o, e, s.by);
  return (zero && m.moved == 0) || !(m.is_finding() || m.narrowed || m.approximated);
}

} // namespace

void note_widths(session& s, const std::vector<judged_output>& outputs) {
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable)
      if (is_bounded(e)) s.widths[{o.buffer, e.index}] = e.bound - e.error;
}

result<void> settle_undecided(session& s, const run_record& first, std::vector<judged_output>& outputs) {
  std::vector<std::pair<std::uint32_t, std::uint64_t>> places;
  for (const judged_output& o : outputs)
    for (const judged_element& e : o.remarkable)
      if (is_bounded(e)) places.emplace_back(o.buffer, e.index);
  if (places.empty() || !exec::encloses(first.layout)) return {};
  perturbation copies;
  if (!s.agreed) { // estimates bound nothing
    auto made = perturb(s, first, writers(s, first, places));
    if (!made) return tl::unexpected(made.error());
    copies = *std::move(made);
  }
  const bool bounds = !s.agreed && !copies.cut;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    std::erase_if(outputs[k].remarkable, [&](const judged_element& e) {
      if (!is_bounded(e)) return false;
      const bool settled = bounds && is_settled(s, copies, outputs[k], e);
      if (!settled && !e.small) return false;
      output_summary& told = s.result.outputs[k];
      --told.undecided, ++(settled ? told.certified : told.estimated);
      return true;
    });
  return {};
}

result<void> tell_undecided(session& s, const run_record& first, const judged_output& o) {
  std::uint64_t wide = 0, lost = 0;
  const judged_element* one = nullptr;
  for (const judged_element& e : o.remarkable) {
    if (e.state == element_state::undecided && wide++ == 0) one = &e;
    lost += e.state == element_state::lost;
  }
  if (wide != 0) {
    const auto opens = where_it_opens(s, first, o);
    if (opens && opens->of_underflow && s.findings.empty()) {
      auto f = finding_of_underflow(s, *opens, o, *one);
      if (!f) return tl::unexpected(f.error());
      if (*f) s.findings.add(std::move(**f));
    }
    const auto stack = !opens ? std::vector<frame>() : stack_of(s.code, opens->pc);
    add_incomplete(s, std::to_string(wide) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name +
                          " are undecided: the enclosure of the exact result is too wide" + (s.tried.empty() ? std::string() : ", in " + s.tried + " too") +
                          (stack.empty() ? std::string() : "; it opens in line " + std::to_string(stack.front().line)), opens ? opens->pc : exec::nobody);
  }
  if (lost != 0)
    add_incomplete(s, std::to_string(lost) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name +
                          " were computed from the bits of an inexact number in a way that is not modelled");
  return {};
}

} // namespace fpcheck::analysis
