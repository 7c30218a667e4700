// What an order of CTAs, atomics or addends decides.
#include "addend_orders.hpp"
#include "faults.hpp"
#include "inspectors.hpp"
#include "order.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace fpcheck::analysis {
namespace {

using exec::run_record;

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
    if (std::fabs(mine - other) <= s_.by.judged.order_distance * half_ulp_at(std::max(std::fabs(mine), s_.by.judged.order_floor * scale_), n)) return true;
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
  const auto run = s.meter.run(s.code, s.request, plan);
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

} // namespace

result<void> compare_orders(session& s, const run_record& first, const std::vector<judged_output>& outputs) {
  const bool by_slots = !s.how.bitwise_orders && takes_slots(s.code);
  // Bits that an order decides may come out the same in two of them: several are tried then, and atomics within a block count.
  const bool is_ordered = s.how.bitwise_orders ? has_atomics(s.code) || s.code.communicates : s.code.communicates;
  if (!is_ordered || s.result.verdict != exit_code::passed) return {};
  for (std::uint32_t k = 1; k < std::max<std::uint32_t>(s.how.orders, s.how.bitwise_orders ? 4 : 2); ++k) {
    exec::run_request request = s.request;
    request.seed = s.request.seed + 0x51ed2701u * k;
    auto other = s.meter.run(s.code, request, plan_for(s, exec::no_shadow()));
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

} // namespace fpcheck::analysis
