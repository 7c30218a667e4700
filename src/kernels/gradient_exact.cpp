#include <fpcheck/kernels/gradient_exact.hpp>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace fpcheck::kernels {

exact_comparison compare_exactly(std::span<const double> jacobian, std::span<const double> upstream,
                                 std::span<const double> gradient, const element_rounding& rounding) {
  using matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto outputs = static_cast<Eigen::Index>(upstream.size()), n = static_cast<Eigen::Index>(gradient.size());
  exact_comparison out;
  if (n == 0 || outputs == 0 || jacobian.size() != upstream.size() * gradient.size()) return out;
  const Eigen::Map<const matrix> j(jacobian.data(), outputs, n);
  const Eigen::Map<const Eigen::VectorXd> u(upstream.data(), outputs), g(gradient.data(), n);
  const Eigen::VectorXd expected = j.transpose() * u, size = j.cwiseAbs().transpose() * u.cwiseAbs();
  // Our own product is rounded too: any order of `outputs` terms, and a few roundings in each derivative.
  const double own = (static_cast<double>(outputs) + 64) * 0x1p-53;
  double worst = -1;
  for (Eigen::Index i = 0; i < n; ++i) {
    const double allowed =
        rounding.u_store * std::fabs(expected[i]) + (rounding.terms * rounding.u_accumulate + own) * size[i];
    const double error = std::fabs(g[i] - expected[i]);
    if (error <= allowed) continue;
    const double ratio = std::isnan(error) ? INFINITY : error / allowed;
    out.wrong.push_back(static_cast<std::uint64_t>(i));
    if (!(ratio > worst)) continue;
    worst = ratio, out.claimed = g[i], out.expected = expected[i], out.allowed = allowed;
    std::swap(out.wrong.front(), out.wrong.back());
  }
  if (!out.wrong.empty()) std::sort(out.wrong.begin() + 1, out.wrong.end());
  const bool sees = size.maxCoeff() > 0;
  out.outcome = !out.wrong.empty() ? gradient_outcome::wrong
                : sees             ? gradient_outcome::passed
                                   : gradient_outcome::incomplete;
  return out;
}

} // namespace fpcheck::kernels
