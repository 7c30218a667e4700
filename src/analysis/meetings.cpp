#include "meetings.hpp"

#include "common.hpp"
#include "faults.hpp"
#include "free_differences.hpp"

#include <algorithm>

namespace fpcheck::analysis {
namespace {

bool is_open_decision(const exec::end_record& e) {
  return e.open() != 0 && (e.kind == exec::end_kind::comparison || e.kind == exec::end_kind::conversion);
}

} // namespace

result<std::optional<finding>> judge_meetings(const exec::program& code, const exec::run_request& request, const exec::run_record& first,
                                              const std::vector<judged_output>& outputs, const terms& by,
                                              const std::function<result<exec::run_record>(const exec::meeting_plan&)>& replay) {
  if (std::none_of(first.ends.begin(), first.ends.end(), is_open_decision)) return std::optional<finding>();
  const auto all = replay({exec::meeting_of::exact_numbers, {}});
  if (!all) return tl::unexpected(all.error());
  if (all->meetings.empty() || !came_to_its_end(*all) || !free_differences(request, first, *all, outputs, by).any()) return std::optional<finding>();
  const std::size_t most = std::min<std::size_t>(all->meetings.size(), by.judged.causes_tried);
  for (std::size_t k = 0; k < most; ++k) {
    const exec::flip_record& decision = all->meetings[k];
    const auto alone = replay({exec::meeting_of::exact_numbers, {decision.pc}});
    if (!alone) return tl::unexpected(alone.error());
    const free_differences differences(request, first, *alone, outputs, by);
    if (!came_to_its_end(*alone) || !differences.any()) continue;
    const free_difference& worst = differences.worst();
    finding f = finding_of_flip(code, decision);
    f.output = request.buffers[worst.buffer].name, f.element = worst.index, f.count = differences.count();
    f.message = f.output + "[" + std::to_string(worst.index) + "] hangs on numbers that meet in exact arithmetic, and that rounding parts: " + f.message;
    f.hint = "decide in integers, divide instead of multiplying by a rounded reciprocal, or let the decision have a margin";
    return std::optional(std::move(f));
  }
  return std::optional<finding>();
}

} // namespace fpcheck::analysis
