#include <fpcheck/analysis/derivative.hpp>

#include "enclosures.hpp"
#include "faults.hpp"
#include "outputs.hpp"

namespace fpcheck::analysis {
namespace {

output_derivative read(const exec::run_request& request, const exec::run_record& run, std::uint32_t k) {
  const exec::buffer& b = request.buffers[k];
  const exec::region& r = *run.buffers[k];
  const std::uint64_t bytes = tensor::size_of(b.type), count = b.data.size() / bytes;
  output_derivative out;
  out.buffer = k;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double computed = element_value(r, b.type, i * bytes);
    const exec::element_shadow s(run, r, i * bytes, static_cast<unsigned>(bytes));
    const double factor = s.known() ? s.factor() : 1.0;
    const bool lost = (s.taints() & exec::taint_cut) != 0 || factor != factor;
    out.computed.push_back(computed);
    out.value.push_back(!s.known() || lost ? computed : s.exact() * factor);
    out.derivative.push_back(!s.known() || lost ? 0.0 : s.slope() * factor);
    out.value_radius.push_back(lost ? INFINITY : !s.known() ? 0.0 : s.radius() * std::fabs(factor));
    out.radius.push_back(lost ? INFINITY : !s.known() ? 0.0 : s.slope_radius() * std::fabs(factor));
  }
  return out;
}

bool is_real_output(const exec::buffer& b) { return b.role != exec::buffer_role::input && tensor::is_real(b.type); }

} // namespace

result<derivative_run> differentiate(const exec::program& code, const exec::run_request& request, const std::vector<exec::direction>& directions,
                                     std::atomic<bool>* interrupt) {
  exec::run_plan plan;
  plan.domain = exec::dual_shadow();
  plan.interrupt = interrupt;
  plan.tracks_races = false;
  plan.directions = directions;
  auto run = exec::run(code, request, plan);
  if (!run) return tl::unexpected(run.error());
  derivative_run out;
  for (const exec::incomplete_record& i : run->incomplete) out.incomplete.push_back(i.what);
  for (const exec::fault_record& f : run->faults) out.incomplete.push_back(finding_of_fault(code, f).message);
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b)
    if (is_real_output(request.buffers[b])) out.outputs.push_back(read(request, *run, b));
  return out;
}

result<std::vector<output_deviation>> deviations(const exec::program& code, const exec::run_request& request, std::atomic<bool>* interrupt) {
  exec::run_plan plan;
  plan.domain = computes_in_f64(code, request) ? exec::perturbed_wide_shadow() : exec::perturbed_shadow();
  plan.interrupt = interrupt;
  plan.tracks_races = false;
  const auto run = exec::run(code, request, plan);
  if (!run) return tl::unexpected(run.error());
  if (!run->incomplete.empty()) return fail("the sensitivity run could not be completed: " + run->incomplete[0].what);
  std::vector<output_deviation> out;
  for (std::uint32_t k = 0; k < request.buffers.size(); ++k) {
    const exec::buffer& b = request.buffers[k];
    if (!is_real_output(b)) continue;
    const std::uint64_t bytes = tensor::size_of(b.type), count = b.data.size() / bytes;
    output_deviation d{k, std::vector<std::vector<double>>(exec::perturbed_copies, std::vector<double>(count))};
    for (std::uint64_t i = 0; i < count; ++i) {
      const exec::element_shadow s(*run, *run->buffers[k], i * bytes, static_cast<unsigned>(bytes));
      for (std::uint32_t c = 0; s.known() && c < exec::perturbed_copies; ++c) d.copies[c][i] = s.deviation(c) * s.factor();
    }
    out.push_back(std::move(d));
  }
  return out;
}

} // namespace fpcheck::analysis
