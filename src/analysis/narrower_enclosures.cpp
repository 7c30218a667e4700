// Where enclosures are too wide to tell.
#include "narrower_enclosures.hpp"

#include "enclosures.hpp"

#include <fpcheck/exec/iteration_ends.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {

using exec::run_record;

std::vector<judged_output> judge_all(const session& s, const run_record& run) {
  std::vector<judged_output> out;
  literal_nonfinites literals(s.code, s.request, s.how.sources);
  for (std::uint32_t b = 0; b < s.request.buffers.size(); ++b)
    if (s.request.buffers[b].role != exec::buffer_role::input) out.push_back(judge(s.request, run, b, s.by, literals));
  return out;
}

std::uint64_t undecided(const session&, const run_record&, const std::vector<judged_output>& outputs) {
  std::uint64_t n = 0;
  for (const judged_output& o : outputs)
    n += static_cast<std::uint64_t>(std::count_if(o.remarkable.begin(), o.remarkable.end(), [](const judged_element& e) { return e.state == element_state::undecided; }));
  return n;
}

std::uint64_t open_ends(const session& s, const run_record& run, const std::vector<judged_output>& outputs) {
  const std::vector<bool> iteration_ends = exec::find_iteration_ends(s.code);
  std::uint64_t n = undecided(s, run, outputs);
  for (const exec::end_record& e : run.ends) {
    const bool decides = e.kind == exec::end_kind::conversion || (e.kind == exec::end_kind::comparison && s.code.ops[e.pc].meaning.operation == ptx::operation::comparison);
    if (decides && !iteration_ends[e.pc]) n += e.open() - e.otherwise - e.unordered;
  }
  return n;
}

namespace {

/// The launch in `next`, as far as the run comes to its end, and as far as that is known.
result<std::optional<run_record>> run_closer(session& s, const enclosure& next) {
  exec::run_plan plan = plan_for(s, next.domain);
  plan.watches_ends = true;
  plan.more_instructions = 2;
  const auto came_to_its_end = [](const run_record& r) { return r.incomplete.empty() && !r.interrupted; };
  auto run = s.meter.run(s.code, s.request, plan);
  if (!run) return tl::unexpected(run.error());
  if (!came_to_its_end(*run)) return std::nullopt;
  if (!next.agrees_with) return *std::move(run);
  plan.domain = *next.agrees_with;
  const auto other = s.meter.run(s.code, s.request, plan);
  if (!other) return tl::unexpected(other.error());
  if (!came_to_its_end(*other) || !agree(s.request, *run, *other)) return std::nullopt;
  return *std::move(run);
}

/// Whether lineages that end in `first` do not in `run`: what it does not know is not known any better.
bool loses_ends(const run_record& first, const run_record& run) {
  const auto total = [](const run_record& r) {
    std::uint64_t n = 0;
    for (const exec::end_record& e : r.ends) n += e.count;
    return n;
  };
  return 10 * total(run) < 9 * total(first);
}

/// Whether what stays undecided, and is bounded, is known better than before, everywhere.
bool is_narrower(const std::vector<judged_output>& now, const std::vector<judged_output>& before) {
  bool any = false;
  for (std::size_t k = 0; k < now.size(); ++k) {
    auto was = before[k].remarkable.begin();
    for (const judged_element& e : now[k].remarkable) {
      if (e.state != element_state::undecided || !(e.bound < INFINITY)) continue;
      was = std::find_if(was, before[k].remarkable.end(), [&](const judged_element& x) { return x.index == e.index; });
      if (was == before[k].remarkable.end() || !(e.bound < was->bound)) return false;
      any = true;
    }
  }
  return any;
}

} // namespace

result<bool> look_closer(session& s, run_record& first, std::vector<judged_output>& outputs, open_count open) {
  bool closer = false;
  std::uint64_t left = open(s, first, outputs);
  if (left == 0) return closer;
  for (const enclosure& next : wider_enclosures(s.request, first, s.how.shadow, s.by.judged)) {
    if (left == 0) break;
    auto run = run_closer(s, next);
    if (!run) return tl::unexpected(run.error());
    if (!next.agrees_with && s.tried.find(next.name) == std::string::npos) s.tried += (s.tried.empty() ? "" : " and ") + next.name;
    if (!*run) continue;
    auto judged = judge_all(s, **run);
    const std::uint64_t now = open(s, **run, judged);
    const bool narrower = now == left && open == &undecided && !next.agrees_with && is_narrower(judged, outputs);
    if ((now >= left && !narrower) || ((narrower || open == &open_ends) && loses_ends(first, **run))) continue;
    (*run)->counts = first.counts;
    left = now, outputs = std::move(judged), closer = true;
    s.agreed = next.agrees_with.has_value();
    s.result.shadow = next.agrees_with ? next.name : (*run)->domain;
    first = **std::move(run);
  }
  return closer;
}

void take_known(session& s, const std::vector<judged_output>& closer, std::vector<judged_output>& outputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto is_lost = [](const judged_element& e) { return e.state == element_state::lost; };
    const std::vector<judged_element>& left = closer[k].remarkable;
    output_summary& told = s.result.outputs[k];
    if (left.empty() && std::all_of(outputs[k].remarkable.begin(), outputs[k].remarkable.end(), is_lost)) {
      outputs[k] = closer[k], told = closer[k].summary;
      continue;
    }
    std::erase_if(outputs[k].remarkable, [&](const judged_element& e) {
      if (!is_lost(e) || std::any_of(left.begin(), left.end(), [&](const judged_element& x) { return x.index == e.index; })) return false;
      --told.undecided, ++(s.agreed ? told.agreed : told.certified);
      return true;
    });
  }
}

} // namespace fpcheck::analysis
