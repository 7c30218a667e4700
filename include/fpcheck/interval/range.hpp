#pragma once
#include <fpcheck/interval/elementary.hpp>

#include <span>
#include <vector>

/// Ranges of composite functions over boxes of inputs, each without the blow-up of evaluating it term by term. Shapes:
/// x and y are vectors of n intervals. "Exact" means up to the outward rounding of n + 2 operations.
namespace fpcheck::interval::range {

using set = interval<double>;
using box = std::span<const set>;

/// exp(x_i) / sum_j exp(x_j) for each i. Exact: increasing in x_i and decreasing in every other input.
/// Range: empty for an empty input.
inline std::vector<set> softmax(box x) {
  const auto corner = [x](std::size_t i, bool low) {
    const set own{low ? x[i].lower() : x[i].upper()};
    set sum{1.0};
    for (std::size_t j = 0; j < x.size(); ++j)
      if (j != i) sum = sum + exp(set{low ? x[j].upper() : x[j].lower()} - own);
    return recip(sum);
  };
  std::vector<set> out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const set low = corner(i, true), high = corner(i, false);
    out.push_back(low.is_empty() || high.is_empty()
                      ? set{}
                      : set{low.lower(), ::fpcheck::interval::detail::least(high.upper(), 1.0)});
  }
  return out;
}

/// log sum_j exp(x_j). Exact: increasing in every input. Requires: n >= 1, bounded inputs.
inline set logsumexp(box x) {
  const auto corner = [x](bool low) {
    const auto bound = [low](set v) { return low ? v.lower() : v.upper(); };
    double top = -infinity;
    for (const set v : x) top = ::fpcheck::interval::detail::greatest(top, bound(v));
    set sum{0.0};
    for (const set v : x) sum = sum + exp(set{bound(v)} - set{top});
    return set{top} + log(sum);
  };
  for (const set v : x)
    if (v.is_empty()) return {};
  return {corner(true).lower(), corner(false).upper()};
}

/// sqrt(sum_j x_j^2). Exact.
inline set norm(box x) {
  set sum{0.0};
  for (const set v : x) sum = sum + sqr(v);
  return sqrt(sum);
}

/// sum_j x_j y_j for independent inputs. Exact: every product has its own inputs.
inline set dot(box x, box y) {
  set sum{0.0};
  for (std::size_t i = 0; i < x.size(); ++i) sum = sum + x[i] * y[i];
  return sum;
}

namespace detail {

/// sum_j d(x_j)^2 and its derivative in c, where d is the distance from c to the nearest (or furthest) point of x_j.
struct spread {
  set value;
  set slope;
};
inline spread squared_distances(box x, double c, bool nearest) {
  spread s{set{0.0}, set{0.0}};
  for (const set v : x) {
    const double end = c < mid(v) ? (nearest ? v.lower() : v.upper()) : (nearest ? v.upper() : v.lower());
    const bool inside = nearest && v.lower() <= c && c <= v.upper();
    s.value = s.value + (inside ? set{0.0} : sqr(set{end} - set{c}));
    s.slope = s.slope + (inside ? set{0.0} : set{2.0} * (set{c} - set{end}));
  }
  return s;
}

} // namespace detail

/// The population variance (1 / n) sum_j (x_j - mean)^2. Requires: n >= 1, bounded inputs.
/// Lower bound: exact to first order in the rounding; upper bound: that of the spread round the best centre, never
/// below the exact range and equal to it where one vertex of the box has its mean there.
inline set variance(box x) {
  double low = infinity, high = -infinity;
  for (const set v : x) {
    if (!is_common(v)) return v.is_empty() ? set{} : set{0.0, infinity};
    low = ::fpcheck::interval::detail::least(low, v.lower()),
    high = ::fpcheck::interval::detail::greatest(high, v.upper());
  }
  // The variance is the least sum of squares over all centres c; both bounds are convex in c. Bisection finds a good c,
  // and any c gives a sound bound: by the tangent for the lower one, by itself for the upper one.
  const auto best_centre = [&](bool nearest) {
    double a = low, b = high;
    for (int i = 0; i < 80 && a < b; ++i) {
      const double c = a + (b - a) * 0.5;
      (mid(detail::squared_distances(x, c, nearest).slope) > 0 ? b : a) = c;
    }
    return a + (b - a) * 0.5;
  };
  const set n{static_cast<double>(x.size())};
  const double c = best_centre(true), d = best_centre(false);
  const detail::spread near = detail::squared_distances(x, c, true), far = detail::squared_distances(x, d, false);
  const set tangent = near.value + near.slope * (set{low, high} - set{c});
  const double lower = (set{::fpcheck::interval::detail::greatest(tangent.lower(), 0.0)} / n).lower();
  return {lower, (far.value / n).upper()};
}

} // namespace fpcheck::interval::range
