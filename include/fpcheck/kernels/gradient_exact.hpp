#pragma once
#include <fpcheck/kernels/gradient.hpp>
#include <fpcheck/kernels/tangent.hpp>

/// Gradients of small functions, element by element: the whole Jacobian by duals, its transpose times the upstream
/// gradient, and a bound for each element. No chance is involved; the cost is outputs times parameters.
namespace fpcheck::kernels {

/// The Jacobian of `forward`, row-major, outputs x n, in binary64 on the host.
template <class Forward, class Value>
std::vector<double> jacobian(const Forward& forward, std::uint64_t outputs, const Value* x, std::uint64_t n) {
  constexpr int width = 8;
  std::vector<double> out(outputs * n);
  for (std::uint64_t first = 0; first < n; first += width) {
    single_parameters<Value, width> moving{x, {}};
    for (std::uint64_t k = 0; k < width; ++k) moving.moving[k] = first + k;
    for (std::uint64_t o = 0; o < outputs; ++o) {
      const auto y = forward(o, moving);
      for (std::uint64_t k = 0; k < width && first + k < n; ++k) out[o * n + first + k] = y.tangent[k];
    }
  }
  return out;
}

/// What rounding may do to an element: u_store |g| + terms u_accumulate sum_o |u_o| |J_oi|, for any order of summation.
struct element_rounding {
  double u_store = 0;
  double u_accumulate = 0;
  double terms = 0; ///< roundings on the way to an element: the length of the longest sum, and a few
};

/// A comparison of every element.
struct exact_comparison {
  gradient_outcome outcome = gradient_outcome::incomplete;
  std::vector<std::uint64_t> wrong; ///< elements outside their bounds, the worst one first, then in order
  double claimed = 0;               ///< of the element that exceeds its bound by the largest factor
  double expected = 0;
  double allowed = 0;
};

/// Compares a gradient with J^T u. Elements that are NaN are wrong; no elements, or a Jacobian of zeros, is incomplete.
/// Requires: jacobian.size() == upstream.size() * gradient.size().
exact_comparison compare_exactly(std::span<const double> jacobian, std::span<const double> upstream,
                                 std::span<const double> gradient, const element_rounding& rounding);

} // namespace fpcheck::kernels
