#include <fpcheck/session/conditioning.hpp>
#include <fpcheck/metric/ulp.hpp>
#include <fpcheck/tolerance/condition.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace fpcheck::session {
namespace {

constexpr std::uint64_t most_elements = 32;
constexpr double most_work = 0x1p24; ///< operations, a fraction of a second

/// How many operations one evaluation takes, roughly: products of matrices count their inner extent.
double work_of(const expr::graph& g) {
  double out = 0;
  for (std::size_t i = 0; i < g.size(); ++i) {
    const expr::node& n = g[static_cast<expr::node_id>(i)];
    double largest = static_cast<double>(expr::element_count(n.dims)), product = largest;
    for (const expr::node_id a : n.arguments) {
      const auto size = static_cast<double>(expr::element_count(g.shape_of(a)));
      largest = std::max(largest, size), product *= size;
    }
    out += n.op == expr::operation::matmul ? std::sqrt(product) : largest;
  }
  return out;
}

std::vector<std::uint64_t> chosen(std::uint64_t size, std::uint64_t worst, double work) {
  const auto n = std::min({size, most_elements, static_cast<std::uint64_t>(std::max(1.0, most_work / (4 * work)))}); // a gradient is some four evaluations
  std::set<std::uint64_t> out;
  if (worst < size) out.insert(worst);
  for (std::uint64_t k = 0; k < n && out.size() < n; ++k) out.insert(k * size / n);
  return {out.begin(), out.end()};
}

/// By how much rounding each input once to its own type may move an element, as a fraction of it.
double moved_by_inputs(const tolerance::condition& c, const exec::run_request& request) {
  double out = 0;
  for (const auto& [name, share] : c.shares)
    for (const exec::buffer& b : request.buffers)
      if (b.name == name && tensor::is_real(b.type)) {
        out += share * metric::unit_roundoff(tensor::grid_of(b.type));
        break;
      }
  return out;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

} // namespace

std::optional<verdict::conditioning> conditioning_of(const formula& f, const tolerance::reference& expected, const exec::run_request& request,
                                                    const exec::buffer& output, std::uint64_t worst) {
  expr::graph nodes = f.program.nodes; // gradients are added to it
  const auto found = tolerance::conditions(nodes, f.program.root, f.values, chosen(expected.size(), worst, work_of(nodes)));
  if (!found) return std::nullopt;
  verdict::conditioning out;
  std::vector<double> kappas, moves;
  for (const tolerance::condition& c : *found) {
    const double y = std::fabs(expected.value[c.element]);
    if (!std::isfinite(y) || y == 0 || !std::isfinite(c.kappa)) continue;
    const double move = moved_by_inputs(c, request) * y / metric::ulp(tensor::grid_of(output.type), y);
    kappas.push_back(c.kappa), moves.push_back(move);
    if (c.element == worst) out.input_ulps_at_worst = move;
    if (kappas.size() > 1 && c.kappa <= out.kappa_max) continue;
    out.kappa_max = c.kappa, out.element = c.element, out.shares = c.shares;
  }
  if (kappas.empty()) return std::nullopt;
  out.elements = kappas.size();
  out.kappa_median = median(kappas);
  out.input_ulps_median = median(moves), out.input_ulps_max = *std::max_element(moves.begin(), moves.end());
  return out;
}

} // namespace fpcheck::session
