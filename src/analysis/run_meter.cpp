#include "run_meter.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fpcheck::analysis {

run_meter::run_meter(double seconds, std::function<double()> clock) : clock_(std::move(clock)) {
  if (!clock_) clock_ = [] { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); };
  end_ = clock_() + seconds;
}

double run_meter::left() const { return std::max(0.0, end_ - clock_()); }

result<exec::run_record> run_meter::run(const exec::program& code, const exec::run_request& request, exec::run_plan plan) {
  ++runs_;
  plan.more_time = request.time_budget > 0 ? left() / request.time_budget : 0;
  auto out = exec::run(code, request, plan);
  if (out && !out->incomplete.empty() && is_spent()) out->interrupted = true;
  return out;
}

} // namespace fpcheck::analysis
