#pragma once
#include "evaluator_reduction.hpp"

namespace fpcheck::expr {

/// Ascending, equal elements in their order, NaN last.
template <class S>
std::vector<std::size_t> evaluator<S>::sorted_order(const row& r) const {
  std::vector<std::size_t> order(r.size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&r](std::size_t a, std::size_t b) {
    const bool bad_a = std::isnan(nearest(r.middle[a])), bad_b = std::isnan(nearest(r.middle[b]));
    return bad_a || bad_b ? !bad_a && bad_b : scalar<S>::less(r.middle[a], r.middle[b]);
  });
  return order;
}

/// The k-th smallest lies between the k-th smallest lower end and the k-th smallest upper end.
template <class S>
void evaluator<S>::sort_row(const row& r, S* middle, double* radius) {
  const std::vector<std::size_t> order = sorted_order(r);
  for (std::size_t k = 0; k < r.size; ++k) middle[k] = r.middle[order[k]];
  if constexpr (bounded) {
    if (r.radius == nullptr) return;
    std::vector<S> low, high;
    for (std::size_t i = 0; i < r.size; ++i) {
      if (std::isnan(nearest(r.middle[i]))) continue;
      low.push_back(r.middle[i] - scalar<S>::from(r.error(i)));
      high.push_back(r.middle[i] + scalar<S>::from(r.error(i)));
    }
    std::sort(low.begin(), low.end(), &scalar<S>::less);
    std::sort(high.begin(), high.end(), &scalar<S>::less);
    for (std::size_t k = 0; k < low.size(); ++k) {
      const bool far = std::isinf(nearest(low[k])) || std::isinf(nearest(high[k]));
      radius[k] = !far ? reach(low[k], middle[k], high[k]) : std::isinf(nearest(middle[k])) && nearest(low[k]) == nearest(high[k]) ? 0 : unknown;
    }
  }
}

template <class S>
void evaluator<S>::cummax_row(const row& r, S* middle, double* radius) {
  S low{}, high{};
  for (std::size_t i = 0; i < r.size; ++i) {
    const S &v = r.middle[i], down = v - scalar<S>::from(r.error(i)), up = v + scalar<S>::from(r.error(i));
    const bool first = i == 0, stays = !first && std::isnan(nearest(middle[i - 1]));
    middle[i] = !first && (stays || (!std::isnan(nearest(v)) && !scalar<S>::less(middle[i - 1], v))) ? middle[i - 1] : v;
    if (first || scalar<S>::less(low, down)) low = down;
    if (first || scalar<S>::less(high, up)) high = up;
    if constexpr (bounded) radius[i] = r.radius == nullptr || !std::isfinite(nearest(middle[i])) ? 0 : reach(low, middle[i], high);
  }
}

template <class S>
void evaluator<S>::store_index(std::size_t likely, std::size_t first, std::size_t last, S& middle, double& radius) {
  const auto v = static_cast<double>(likely), lo = static_cast<double>(first), hi = static_cast<double>(last);
  middle = scalar<S>::from(v);
  radius = std::max(hi - v, v - lo);
  if (first != last) ++hulls;
}

/// Where elements come so near that errors, or in a kernel a tie, may exchange them, every position that they may take.
template <class S>
void evaluator<S>::argsort_row(const row& r, S* middle, double* radius) {
  const std::vector<std::size_t> order = sorted_order(r);
  const bool ties_decided = !bounded || rules_.numbers().exact();
  std::vector<double> low(r.size), high(r.size);
  for (std::size_t i = 0; i < r.size; ++i) low[i] = nearest(r.middle[i]) - r.error(i), high[i] = nearest(r.middle[i]) + r.error(i);
  std::vector<double> low_sorted(low), high_sorted(high);
  std::sort(low_sorted.begin(), low_sorted.end());
  std::sort(high_sorted.begin(), high_sorted.end());
  for (std::size_t k = 0; k < r.size; ++k) {
    std::size_t first = order[k], last = order[k];
    for (std::size_t i = 0; i < r.size && !(r.radius == nullptr && ties_decided); ++i)
      if (high[i] >= low_sorted[k] && low[i] <= high_sorted[k]) first = std::min(first, i), last = std::max(last, i);
    store_index(order[k], first, last, middle[k], radius[k]);
  }
}

template <class S>
void evaluator<S>::cumargmax_row(const row& r, S* middle, double* radius) {
  const bool ties_decided = !bounded || (rules_.numbers().exact() && r.radius == nullptr);
  std::size_t best = 0;
  double floor = -unknown;
  for (std::size_t i = 0; i < r.size; ++i) {
    const double v = nearest(r.middle[i]);
    const bool settled = std::isnan(nearest(r.middle[best])); // as cummax: the first NaN stays
    if (!settled && (std::isnan(v) || scalar<S>::less(r.middle[best], r.middle[i]))) best = i;
    floor = std::max(floor, v - r.error(i));
    std::size_t first = best, last = best;
    for (std::size_t k = 0; k <= i && !ties_decided && !std::isnan(nearest(r.middle[best])); ++k)
      if (nearest(r.middle[k]) + r.error(k) >= floor) first = std::min(first, k), last = std::max(last, k);
    store_index(best, first, last, middle[i], radius[i]);
  }
}

/// An index with all that it may be; what is beyond the axis it is only by rounding, if the axis has some of it. None, with an error kept:
/// it is no index of an axis of this extent.
template <class S>
std::optional<typename evaluator<S>::index_range> evaluator<S>::index_at(const cell<S>& ids, std::size_t i, std::int64_t extent) {
  const double v = std::round(nearest(ids.at(i))), e = ids.error(i), last = static_cast<double>(extent - 1);
  const double lo = e == 0 ? v : std::max(0.0, std::ceil(nearest(ids.at(i)) - e)), hi = e == 0 ? v : std::min(last, std::floor(nearest(ids.at(i)) + e));
  if (v != v || !(lo >= 0 && lo <= hi && hi <= last) || (e == 0 && v != nearest(ids.at(i)))) {
    fail_with("index " + std::to_string(nearest(ids.at(i))) + " is outside an axis of " + std::to_string(extent));
    return std::nullopt;
  }
  return index_range{static_cast<std::int64_t>(std::clamp(v, lo, hi)), static_cast<std::int64_t>(lo), static_cast<std::int64_t>(hi)};
}

/// x[.., ids[.., k, ..], ..]: the hull of all that an undecided index may choose.
template <class S>
cell<S> evaluator<S>::take_along(const node& n) {
  const cell<S>&x = argument(n, 0), &ids = argument(n, 1);
  const auto axis = static_cast<std::size_t>(n.integers[0]);
  const std::int64_t extent = argument_shape(n, 0)[axis].size;
  const auto inner = static_cast<std::size_t>(strides(n.dims)[axis]), count = static_cast<std::size_t>(n.dims[axis].size);
  draft<S> d(ids.size(), bounded);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto at = index_at(ids, i, extent);
    if (!at) return ids;
    const std::size_t base = i / (inner * count) * inner * static_cast<std::size_t>(extent) + i % inner;
    const auto from = [&](std::int64_t k) { return base + static_cast<std::size_t>(k) * inner; };
    d.middle[i] = x.at(from(at->likely));
    if constexpr (bounded) {
      d.radius[i] = x.error(from(at->likely));
      for (std::int64_t k = at->first; k <= at->last && at->first != at->last; ++k)
        d.radius[i] = std::max(d.radius[i], std::fabs(nearest(x.at(from(k)) - d.middle[i])) * (1 + 0x1p-40) + x.error(from(k)));
    }
  }
  return d.finish();
}

/// Zeros with the values added where the indices say; where one is undecided, each place may or may not get the value.
template <class S>
cell<S> evaluator<S>::scatter_along(const node& n) {
  const cell<S>&values = argument(n, 0), &ids = argument(n, 1);
  const auto axis = static_cast<std::size_t>(n.integers[0]);
  const std::int64_t extent = n.dims[axis].size;
  const auto inner = static_cast<std::size_t>(strides(n.dims)[axis]), count = static_cast<std::size_t>(argument_shape(n, 0)[axis].size);
  draft<S> d(static_cast<std::size_t>(element_count(n.dims)), bounded);
  std::fill(d.middle.begin(), d.middle.end(), scalar<S>::from(0));
  std::vector<double> sizes(bounded ? d.middle.size() : 0, 0.0);
  std::vector<std::int64_t> hits(d.middle.size(), 0);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto at = index_at(ids, i, extent);
    if (!at) return ids;
    const std::size_t base = i / (inner * count) * inner * static_cast<std::size_t>(extent) + i % inner;
    for (std::int64_t k = at->first; k <= at->last; ++k) {
      const std::size_t to = base + static_cast<std::size_t>(k) * inner;
      if (k == at->likely) d.middle[to] = d.middle[to] + values.at(i);
      if constexpr (bounded) {
        const double size = std::fabs(nearest(values.at(i)));
        d.radius[to] += values.error(i) + (at->first != at->last ? size : 0);
        sizes[to] += size;
        ++hits[to];
      }
    }
  }
  if constexpr (bounded)
    for (std::size_t i = 0; i < d.middle.size(); ++i)
      d.radius[i] = rules_.seal(nearest(d.middle[i]), d.radius[i] + rules_.chain(hits[i] - 1) * (sizes[i] + d.radius[i]), true);
  return d.finish();
}

} // namespace fpcheck::expr
