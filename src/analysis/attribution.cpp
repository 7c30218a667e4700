#include "attribution.hpp"

#include "account.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fpcheck::analysis {
namespace {

constexpr std::size_t most_suspicious = 32, most_spread = 32, most_lines = 64;

/// Where a contribution belongs: its innermost source line, or its PTX line where there is no line table. What tensor cores make of a line
/// stands apart from its other instructions.
using line_key = std::tuple<std::string, std::uint32_t, std::uint32_t, bool>;

line_key key_of(const std::vector<frame>& stack, const exec::op& o) {
  const bool product = o.meaning.operation == ptx::operation::matrix_product;
  if (stack.empty() || stack[0].line == 0) return {{}, 0, o.ptx_line, product};
  return {stack[0].file, stack[0].line, 0, product};
}

} // namespace

std::vector<std::uint64_t> sample_of(const judged_output& o) {
  std::set<std::uint64_t> out;
  if (o.summary.certified != 0) out.insert(o.summary.worst_element);
  for (const judged_element& e : o.remarkable)
    if (e.state == element_state::suspicious && out.size() < most_suspicious) out.insert(e.index);
  const std::uint64_t step = std::max<std::uint64_t>(1, o.summary.elements / most_spread);
  for (std::uint64_t i = 0; i < o.summary.elements && out.size() < most_suspicious + most_spread; i += step) out.insert(i);
  return {out.begin(), out.end()};
}

std::vector<line_error> attribute(const exec::program& p, const exec::run_request& request, const exec::run_record& blamed,
                                  const judged_output& o, const std::vector<std::uint64_t>& sample) {
  std::map<line_key, line_error> lines;
  double whole = 0;
  for (const std::uint64_t index : sample) {
    const auto a = account_of(request, blamed, o.buffer, index);
    if (!a || !(std::fabs(a->exact) < INFINITY)) continue;
    const double ulp = 2 * half_ulp_at(a->exact, o.summary.dtype == "f64" ? exec::number::f64 : exec::number::f32);
    double sum = 0;
    for (const auto& [pc, part] : a->parts) {
      const double ulps = std::fabs(part) / ulp;
      if (!(ulps > 0 && ulps < INFINITY)) continue;
      sum += ulps;
      const auto stack = stack_of(p, pc);
      line_error& l = lines[key_of(stack, p.ops[pc])];
      l.share += ulps;
      if (ulps <= l.error_ulps) continue;
      l.error_ulps = ulps;
      l.stack = stack, l.output = o.summary.name, l.ptx_line = p.ops[pc].ptx_line;
      if (p.ops[pc].source != nullptr) l.instruction = p.ops[pc].source->text;
    }
    // The account keeps the largest parts only; what is missing from the error belongs to no line here.
    whole += std::max(sum, std::fabs(a->carried) / ulp < INFINITY ? std::fabs(a->carried) / ulp : 0.0);
  }
  std::vector<line_error> out;
  for (auto& [key, l] : lines) {
    l.share /= whole;
    out.push_back(std::move(l));
  }
  std::stable_sort(out.begin(), out.end(), [](const line_error& a, const line_error& b) { return a.share > b.share; });
  if (out.size() > most_lines) out.resize(most_lines);
  return out;
}

} // namespace fpcheck::analysis
