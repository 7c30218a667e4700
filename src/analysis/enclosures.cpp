#include "enclosures.hpp"

#include "outputs.hpp"

#include <fpcheck/exec/estimates.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace fpcheck::analysis {
namespace {

/// Copies that --shadow perturbed:K may ask for.
constexpr std::uint32_t most_copies = 64;

bool is_f64_arithmetic(const exec::op& o) { return o.fp && o.format == exec::number::f64 && !ptx::is_conversion(o.meaning); }

} // namespace

bool computes_in_f64(const exec::program& code, const exec::run_request& request) {
  if (!code.has_f64) return false;
  std::vector<bool> reached(code.functions.size());
  std::vector<std::size_t> open;
  const auto reach = [&](std::size_t k) {
    if (!reached[k]) reached[k] = true, open.push_back(k);
  };
  const auto each_function = [&](auto wanted) {
    for (std::size_t k = 0; k < code.functions.size(); ++k)
      if (code.functions[k].source != nullptr && wanted(*code.functions[k].source)) reach(k);
  };
  for (const exec::launch& l : request.launches) each_function([&](const ptx::function& f) { return f.is_entry && f.name == l.kernel; });
  while (!open.empty()) {
    const exec::function_code& f = code.functions[open.back()];
    open.pop_back();
    for (std::uint32_t pc = f.first; pc < f.first + f.count; ++pc) {
      const exec::op& o = code.ops[pc];
      if (is_f64_arithmetic(o)) return true;
      if (o.flow != exec::control::call) continue;
      if (o.target < code.functions.size()) reach(o.target);
      if (o.source == nullptr || o.target == ptx::none || o.source->form != ptx::form::call) each_function([](const ptx::function& g) { return !g.is_entry; });
    }
  }
  return false;
}

result<exec::domain_table> domain_for(const exec::run_request& r, bool wide, shadow_choice choice) {
  using k = exec::shadow_kind;
  switch (r.shadow) {
  case k::none: return exec::no_shadow();
  case k::interval: return exec::interval_shadow();
  case k::dd: return exec::wide_shadow();
  // A binary64 midpoint can hardly judge binary64 arithmetic.
  case k::ball: return wide && choice == shadow_choice::automatic ? exec::wide_shadow() : exec::ball_shadow();
  case k::dual: return wide ? exec::wide_shadow() : exec::dual_shadow();
  case k::mpfr:
    if (r.shadow_parameter >= exec::least_mpfr_bits && r.shadow_parameter <= exec::most_mpfr_bits) return exec::mpfr_shadow(r.shadow_parameter);
    return fail("mpfr:" + std::to_string(r.shadow_parameter) + ": midpoints have " + std::to_string(exec::least_mpfr_bits) + " to " +
                    std::to_string(exec::most_mpfr_bits) + " bits", {}, "--shadow mpfr:128");
  case k::perturbed:
    if (r.shadow_parameter != 0 && r.shadow_parameter <= most_copies && r.shadow_parameter % exec::perturbed_copies == 0)
      return wide ? exec::perturbed_wide_shadow() : exec::perturbed_shadow();
    return fail("perturbed:" + std::to_string(r.shadow_parameter) + ": copies come in " + std::to_string(exec::perturbed_copies) + "s, up to " +
                    std::to_string(most_copies), {}, "--shadow perturbed:16");
  }
  return fail("this shadow domain is not available as the judging one", {}, "use ball, dd, mpfr:N, interval, perturbed:K or none");
}

std::vector<enclosure> wider_enclosures(const exec::run_request& request, const exec::run_record& used, shadow_choice choice, const judgement& j) {
  const auto bits = static_cast<std::uint32_t>(j.exact_bits);
  std::vector<enclosure> out;
  if (request.shadow != exec::shadow_kind::ball || choice == shadow_choice::asked) return out;
  if (used.layout == exec::number_layout::ball) out.push_back({exec::wide_shadow(), "dd"});
  if (used.counts.fp_operations > j.exact_work) return out;
  const std::string name = "mpfr:" + std::to_string(bits);
  out.push_back({exec::mpfr_shadow(bits), name});
  const std::uint32_t twice = std::min(2 * bits, exec::most_mpfr_bits);
  out.push_back({exec::mpfr_shadow(twice), "mpfr:" + std::to_string(twice)});
  const std::uint32_t fewer = bits / 4 * 3;
  out.push_back({exec::estimated_shadow(bits), name + " as far as mpfr:" + std::to_string(fewer) + " agrees", exec::estimated_shadow(fewer)});
  return out;
}

bool agree(const exec::run_request& request, const exec::run_record& x, const exec::run_record& y) {
  const bool same_ends = std::equal(x.ends.begin(), x.ends.end(), y.ends.begin(), y.ends.end(), [](const exec::end_record& a, const exec::end_record& b) {
    return a.pc == b.pc && a.count == b.count && a.decided == b.decided && a.otherwise == b.otherwise;
  });
  if (!same_ends) return false;
  for (std::uint32_t b = 0; b < request.buffers.size(); ++b) {
    if (request.buffers[b].role == exec::buffer_role::input) continue;
    const exec::number n = number_of(request.buffers[b].type);
    const std::uint64_t bytes = tensor::size_of(request.buffers[b].type);
    for (std::uint64_t offset = 0; bytes != 0 && offset + bytes <= x.buffers[b]->data.size(); offset += bytes) {
      const exec::element_shadow s(x, *x.buffers[b], offset, static_cast<unsigned>(bytes)), t(y, *y.buffers[b], offset, static_cast<unsigned>(bytes));
      if (s.known() != t.known()) return false;
      if (!s.known() || !(s.radius() < INFINITY)) continue;
      const double half = half_ulp_at(s.exact(), n == exec::number::f64 ? n : exec::number::f32);
      if (!(std::fabs((s.exact() - t.exact()) + (s.low() - t.low())) <= 0x1p-10 * half)) return false;
    }
  }
  return true;
}

} // namespace fpcheck::analysis
