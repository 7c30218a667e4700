#include <fpcheck/analysis/largest_error.hpp>

#include "judge.hpp"

#include <fpcheck/exec/run.hpp>

#include <algorithm>
#include <cmath>

namespace fpcheck::analysis {

result<largest_error> find_largest_error(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt) {
  const auto is_wide = [](const exec::buffer& b) { return b.role != exec::buffer_role::input && b.type == tensor::dtype::f64; };
  exec::run_plan plan;
  plan.domain = std::any_of(request.buffers.begin(), request.buffers.end(), is_wide) ? exec::wide_shadow() : exec::ball_shadow();
  plan.tracks_races = false;
  plan.interrupt = interrupt;
  const auto run = exec::run(code, request, plan);
  if (!run) return tl::unexpected(run.error());
  if (run->interrupted || !run->faults.empty() || !run->incomplete.empty())
    return tl::unexpected(diagnostic{"inputs are searched among those that the kernel comes to its end with", {}, {}, {}, exit_code::incomplete});
  largest_error out;
  literal_nonfinites literals(code, request, {});
  for (std::uint32_t k = 0; k < request.buffers.size(); ++k) {
    if (request.buffers[k].role == exec::buffer_role::input) continue;
    const judged_output o = judge(request, *run, k, {}, literals);
    if (o.summary.max_error_ulps > out.ulps) out = {o.summary.max_error_ulps, k, o.summary.worst_element};
    for (const judged_element& e : o.remarkable)
      if (e.state == element_state::nonfinite && std::fabs(e.exact) < INFINITY && out.ulps < INFINITY) out = {INFINITY, k, e.index};
  }
  return out;
}

} // namespace fpcheck::analysis
