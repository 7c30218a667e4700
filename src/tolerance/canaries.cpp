#include "judging.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace fpcheck::tolerance {
namespace {

/// An element with a typical magnitude: the median of |y|; under a tolerance that the user states, the median of their sum, as
/// what it leaves to small ones is the user's word.
std::size_t typical_element(const reference& r, bool derived) {
  if (!derived) {
    std::vector<double> sizes;
    for (const double y : r.value) sizes.push_back(std::isfinite(y) ? std::fabs(y) : 0);
    return down_to_half(sizes);
  }
  std::vector<std::size_t> order(r.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto middle = order.begin() + static_cast<long>(order.size() / 2);
  std::nth_element(order.begin(), middle, order.end(), [&r](std::size_t a, std::size_t b) { return std::fabs(r.value[a]) < std::fabs(r.value[b]); });
  return *middle;
}

/// The two elements that differ most.
std::pair<std::size_t, std::size_t> extremes(const reference& r) {
  const auto [lo, hi] = std::minmax_element(r.value.begin(), r.value.end());
  return {static_cast<std::size_t>(lo - r.value.begin()), static_cast<std::size_t>(hi - r.value.begin())};
}

} // namespace

std::vector<canary> run_canaries(const comparison& c) {
  const reference& r = c.expected();
  const std::size_t n = r.size();
  std::vector<canary> out;
  double largest = 0;
  for (const double y : r.value)
    if (std::isfinite(y)) largest = std::max(largest, std::fabs(y));
  // `wrong(i)` is the canary's element i. Outputs that are all alike to a thousandth of the largest cannot tell a
  // constant or a swap from the truth, whatever the tolerance.
  const auto run = [&](std::string_view name, auto wrong) {
    canary k{name, 0, false, false};
    for (std::size_t i = 0; i < n; ++i) {
      const double w = wrong(i), y = c.rounded(i);
      const element_outcome o = c.judge(i, w);
      if (o == element_outcome::wrong || o == element_outcome::nan || o == element_outcome::infinite) ++k.rejected;
      k.differs = k.differs || !(std::fabs(w - y) <= largest * 1e-3 || w == y || (std::isnan(w) && std::isnan(y)));
    }
    out.push_back(k);
  };
  double sum = 0;
  std::size_t finite = 0;
  for (const double y : r.value)
    if (std::isfinite(y)) sum += y, ++finite;
  const double mean = finite == 0 ? 0 : sum / static_cast<double>(finite);
  const std::size_t typical = typical_element(r, c.derived());
  const auto [low, high] = extremes(r);
  const double typical_value = c.rounded(typical), gap = typical_value == 0 ? 1 : 0;
  run(all_zero_output, [](std::size_t) { return 0.0; });
  // A single element is always constant, and has nothing to be swapped with.
  const bool several = n > 1;
  if (several) run("a constant output", [&](std::size_t) { return r.discrete ? std::nearbyint(mean) : mean; }), out.back().of_elements = true;
  run("an all-NaN output", [](std::size_t) { return std::numeric_limits<double>::quiet_NaN(); });
  run("one wrong element", [&, t = typical](std::size_t i) { return i == t ? gap : c.rounded(i); });
  // A tolerance of percents that the user states (of fp8, of fixed point) is the user's word; a derived one has no such excuse.
  if (c.derived()) run("an output scaled by 1.01", [&](std::size_t i) { return c.rounded(i) * 1.01; });
  if (several) run("two outputs swapped", [&, a = low, b = high](std::size_t i) { return c.rounded(i == a ? b : i == b ? a : i); }), out.back().of_elements = true;
  return out;
}

} // namespace fpcheck::tolerance
