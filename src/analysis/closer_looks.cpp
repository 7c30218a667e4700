// Further runs that ask one question each, where nothing was found.
#include "bit_orders.hpp"
#include "faults.hpp"
#include "inspectors.hpp"
#include "meetings.hpp"

#include <algorithm>

namespace fpcheck::analysis {

result<void> look_at_meetings(session& s, const exec::run_record& first, const std::vector<judged_output>& outputs) {
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  const auto found = judge_meetings(s.code, s.request, first, outputs, s.by, [&](const exec::meeting_plan& plan) {
    exec::run_plan p = plan_for(s, exec::wide_shadow());
    p.meetings = plan;
    return s.meter.run(s.code, bounded, p);
  });
  if (!found) return tl::unexpected(found.error());
  if (*found) s.findings.add(**found);
  return {};
}

result<void> look_at_bit_orders(session& s, const exec::run_record& first) {
  exec::run_request bounded = s.request; // the other way may be endless
  bounded.instruction_budget = std::min(bounded.instruction_budget, 4 * first.counts.instructions + 1000000);
  bit_order_replays replays;
  replays.following = [&] {
    exec::run_plan p = plan_for(s, exec::ball_shadow());
    p.follows_codes = true;
    return s.meter.run(s.code, s.request, std::move(p));
  };
  replays.ordering = [&](std::uint32_t pc) {
    exec::run_plan p = plan_for(s, exec::no_shadow());
    p.orders_numbers = pc;
    return s.meter.run(s.code, bounded, std::move(p));
  };
  auto found = judge_bit_orders(s.code, s.request, first, s.by.judged.causes_tried, replays);
  if (!found) return tl::unexpected(found.error());
  if (*found) s.findings.add(std::move(**found));
  return {};
}

result<void> look_at_removed_variables(session& s) {
  const exec::program* const whole = s.how.unoptimised ? s.how.unoptimised() : nullptr;
  if (whole == nullptr) return {};
  exec::run_plan p = plan_for(s, exec::no_shadow());
  p.more_instructions = 16;
  const auto run = s.meter.run(*whole, s.request, p);
  if (!run) return {}; // what cannot be run says nothing
  for (const exec::fault_record& f : run->faults)
    if (f.kind == exec::fault::uninitialised) s.findings.add(finding_of_fault(*whole, f));
  return {};
}

} // namespace fpcheck::analysis
