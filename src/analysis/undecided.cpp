#include "undecided.hpp"

#include "inspectors.hpp"

#include <fpcheck/exec/run.hpp>

namespace fpcheck::analysis {
namespace {

/// The instruction at which the enclosure of undecided elements first grew too wide to tell; none where that cannot be said.
std::uint32_t where_it_opens(session& s, const exec::run_record& first, const judged_output& o) {
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

/// What enclosures leave open, a reference decides.
void remark_undecided(session& s, const judged_output& o, std::uint64_t count) {
  finding f;
  f.rule = rule::inaccurate, f.level = level::note, f.output = o.summary.name, f.count = count;
  f.message = "nothing is certified of " + std::to_string(count) + " of " + std::to_string(o.summary.elements) + " elements of " + o.summary.name +
              (s.tried.empty() ? std::string() : ", in " + s.tried + " neither") + ": that they meet their reference is all that is known";
  s.remarks.push_back(std::move(f));
}

} // namespace

void note_undecided(session& s, const exec::run_record& first, const judged_output& o) {
  std::uint64_t wide = 0, lost = 0;
  for (const judged_element& e : o.remarkable) {
    wide += e.state == element_state::undecided;
    lost += e.state == element_state::lost;
  }
  if (wide + lost != 0 && s.word_on(o.buffer) != reference_word::none) return remark_undecided(s, o, wide + lost);
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

} // namespace fpcheck::analysis
