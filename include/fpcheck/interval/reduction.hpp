#pragma once
#include <fpcheck/exact/accumulator.hpp>
#include <fpcheck/interval/interval.hpp>

#include <cstddef>

/// Exact reductions of IEEE 1788-2015, 12.12.12, correctly rounded in any direction, and of intervals.
namespace fpcheck::interval {

using exact::direction;

/// x[0] + ... + x[n - 1]. Error: half an ulp (nearest) or below one. Range: NaN for a NaN or infinities of both signs.
FPCHECK_HD inline double sum(const double* x, std::size_t n, direction to = direction::nearest_even) noexcept {
  exact::double_sum s;
  for (std::size_t i = 0; i < n; ++i) s.add(x[i]);
  return s.round<double>(to);
}
/// |x[0]| + ... + |x[n - 1]|. Error: as sum.
FPCHECK_HD inline double sum_abs(const double* x, std::size_t n, direction to = direction::nearest_even) noexcept {
  exact::double_sum s;
  for (std::size_t i = 0; i < n; ++i) s.add(exact::abs(x[i]));
  return s.round<double>(to);
}
/// x[0]^2 + ... + x[n - 1]^2. Error: as sum.
FPCHECK_HD inline double sum_square(const double* x, std::size_t n, direction to = direction::nearest_even) noexcept {
  exact::double_dot s;
  for (std::size_t i = 0; i < n; ++i) s.add_product(x[i], x[i]);
  return s.round<double>(to);
}
/// x[0] y[0] + ... + x[n - 1] y[n - 1]. Error: as sum.
FPCHECK_HD inline double dot(const double* x, const double* y, std::size_t n,
                             direction to = direction::nearest_even) noexcept {
  exact::double_dot s;
  for (std::size_t i = 0; i < n; ++i) s.add_product(x[i], y[i]);
  return s.round<double>(to);
}

/// { x[0] + ... + x[n - 1] }, with one rounding at each end.
template <class T>
FPCHECK_HD interval<T> sum(const interval<T>* x, std::size_t n) noexcept {
  exact::double_sum lower, upper;
  for (std::size_t i = 0; i < n; ++i) {
    if (x[i].is_empty()) return {};
    lower.add(x[i].lower()), upper.add(x[i].upper());
  }
  return outward<T>(between(lower.round<double>(direction::down), upper.round<double>(direction::up)));
}

} // namespace fpcheck::interval
