#pragma once
#include "evaluator_structure.hpp"

namespace fpcheck::expr {

/// The permutation that moves `axes` last, and the extents after it.
struct rows_last {
  std::vector<std::int64_t> permutation;
  shape dims;
  std::size_t count = 1, size = 1;
  bool identity = true;
};

inline rows_last arrange(const shape& s, const std::vector<std::int64_t>& axes) {
  rows_last r;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (std::find(axes.begin(), axes.end(), static_cast<std::int64_t>(i)) == axes.end()) r.permutation.push_back(static_cast<std::int64_t>(i)), r.count *= static_cast<std::size_t>(s[i].size);
  for (const std::int64_t a : axes) r.permutation.push_back(a), r.size *= static_cast<std::size_t>(s[static_cast<std::size_t>(a)].size);
  r.identity = std::is_sorted(r.permutation.begin(), r.permutation.end());
  for (const std::int64_t p : r.permutation) r.dims.push_back(s[static_cast<std::size_t>(p)]);
  return r;
}

inline std::vector<std::int64_t> permuted_strides(const shape& s, const std::vector<std::int64_t>& permutation) {
  const auto all = strides(s);
  std::vector<std::int64_t> out;
  for (const std::int64_t p : permutation) out.push_back(all[static_cast<std::size_t>(p)]);
  return out;
}

template <class S>
template <class F>
cell<S> evaluator<S>::by_rows(const node& n, F f) {
  const shape& s = argument_shape(n, 0);
  const rows_last r = arrange(s, n.integers);
  const cell<S> x = r.identity ? argument(n, 0) : strided(argument(n, 0), r.dims, permuted_strides(s, r.permutation), 0);
  draft<S> out(r.count, bounded);
  for (std::size_t i = 0; i < r.count; ++i) {
    double radius = 0;
    row one{x.middle->data() + i * r.size, x.radius ? x.radius->data() + i * r.size : nullptr, r.size};
    if (x.by_row && r.size == static_cast<std::size_t>(s.back().size)) one.rest = x.by_row->rest.data() + i * r.size, one.factor = x.by_row->factor[i];
    f(one, out.middle[i], radius);
    if constexpr (bounded) out.radius[i] = radius;
  }
  return out.finish();
}

template <class S>
template <class F>
cell<S> evaluator<S>::along_rows(const node& n, F f) {
  const shape& s = argument_shape(n, 0);
  const rows_last r = arrange(s, n.integers);
  const cell<S> x = r.identity ? argument(n, 0) : strided(argument(n, 0), r.dims, permuted_strides(s, r.permutation), 0);
  draft<S> out(x.size(), true);
  for (std::size_t i = 0; i < r.count; ++i)
    f(row{x.middle->data() + i * r.size, x.radius ? x.radius->data() + i * r.size : nullptr, r.size}, out.middle.data() + i * r.size, out.radius.data() + i * r.size);
  if constexpr (!bounded) out.radius.clear();
  const cell<S> permuted = out.finish();
  if (r.identity) return permuted;
  draft<S> back(x.size(), bounded);
  place(permuted, r.dims, permuted_strides(s, r.permutation), 0, back);
  return back.finish();
}

/// Sums of multiples of 2^-20 up to 2^32 are exact in binary64, and so in everything wider.
inline constexpr int sum_digits = 20;
inline constexpr double sum_limit = 0x1p+32;

/// Integers are exact in an accumulator as long as their sum is, whatever the order.
template <class S>
int evaluator<S>::exact_digits() const { return rules_.numbers().exact() ? sum_digits : 0; }
template <class S>
double evaluator<S>::exact_limit() const { return rules_.numbers().exact() ? sum_limit : std::min(sum_limit, 1 / rules_.unit()); }

/// Whether the accumulator holds every partial sum, whatever the order: multiples of one power of two, no more of it than it has digits for.
template <class S>
bool evaluator<S>::sums_exactly(const grid& g) const {
  const number_format& f = rules_.numbers().accumulator;
  return f.unit != 0 && rules_.numbers().core.step == 0 && g.step >= f.normal && g.sizes <= g.step / f.unit;
}

template <class S>
void evaluator<S>::sum_row(const row& r, S& middle, double& radius, const node& n) {
  const bool average = n.op == operation::mean;
  S sum = scalar<S>::from(0);
  for (std::size_t i = 0; i < r.size; ++i) sum = sum + r.middle[i];
  middle = average ? sum / scalar<S>::from(static_cast<double>(r.size)) : sum;
  if constexpr (bounded) {
    double errors = 0, rest = 0, sizes = 0;
    std::int64_t terms = 0;
    bool finite = true, dyadic = true;
    grid all;
    for (std::size_t i = 0; i < r.size; ++i) {
      const double a = std::fabs(nearest(r.middle[i])), e = r.error(i);
      errors += e, sizes += a;
      all.add(r.middle[i], e);
      if (r.rest != nullptr) rest += r.rest[i];
      finite = finite && std::isfinite(a);
      dyadic = dyadic && e == 0 && is_dyadic(r.middle[i], exact_digits());
      if (a != 0 || e != 0) ++terms; // adding an exact zero is exact
    }
    const double total = std::fabs(nearest(sum));
    const bool whole = missing_terms(n, static_cast<std::int64_t>(r.size)) == 0;
    // A kernel may multiply by a reciprocal of the count, which is rounded.
    if (whole && !average && sums_exactly(all)) {
      radius = 0;
      return;
    }
    if (dyadic && sizes <= exact_limit() && (!average || (rules_.numbers().exact() && scalar<S>::is_exact(operation::div, sum, scalar<S>::from(static_cast<double>(r.size)), middle)))) {
      radius = 0;
      return;
    }
    terms += missing_terms(n, static_cast<std::int64_t>(r.size));
    const double g = terms > 1 && finite ? rules_.chain(terms - 1) : 0;
    double e = errors + g * (sizes + errors);
    if (r.rest != nullptr) {
      const double apart = rest + g * (sizes + rest);
      e = std::min(e, apart + r.factor * (total + apart));
    }
    if (terms > 1 && rules_.numbers().subnormal == subnormal_results::flushed) e += static_cast<double>(terms) * rules_.tiny();
    const auto count = static_cast<double>(r.size);
    if (average && finite) e = e / count + 2 * rules_.rounding(nearest(middle), e / count);
    radius = rules_.seal(nearest(middle), e, finite);
  }
}

/// How far a middle is from the ends of what it may be; the ends are formed in S, since binary64 would swallow small errors.
template <class S>
double evaluator<S>::reach(const S& low, const S& middle, const S& high) const {
  const double up = nearest(high - middle), down = nearest(middle - low);
  if (up == 0 && down == 0) return 0;
  return (std::max(up, down) + 4 * rules_.own() * std::fabs(nearest(middle))) * (1 + 0x1p-40);
}

template <class S>
void evaluator<S>::extreme_row(const row& r, S& middle, double& radius, bool largest) {
  const auto before = [largest](const S& a, const S& b) { return largest ? scalar<S>::less(a, b) : scalar<S>::less(b, a); };
  S low{}, high{};
  for (std::size_t i = 0; i < r.size; ++i) {
    const S& v = r.middle[i];
    if (std::isnan(nearest(v))) { // a NaN is the result, as in numpy and torch
      middle = v, radius = 0;
      return;
    }
    if (i == 0 || before(middle, v)) middle = v;
    if (r.radius == nullptr) continue;
    const S down = v - scalar<S>::from(r.error(i)), up = v + scalar<S>::from(r.error(i));
    if (i == 0 || before(low, down)) low = down;
    if (i == 0 || before(high, up)) high = up;
  }
  radius = r.radius == nullptr || !std::isfinite(nearest(middle)) ? 0 : reach(low, middle, high);
}

/// exp(x - max) of a row, with what its sum, logarithm and quotients inherit.
template <class S>
typename evaluator<S>::softmax_parts evaluator<S>::exponentials(const row& r, std::vector<S>& p) {
  p.resize(r.size);
  softmax_parts out{r.middle[0], scalar<S>::from(0), 0, 0, 0, 0};
  std::int64_t rescales = 0, terms = 0;
  for (std::size_t i = 1; i < r.size; ++i)
    if (scalar<S>::less(out.top, r.middle[i])) out.top = r.middle[i], ++rescales;
  const double top = nearest(out.top);
  for (std::size_t i = 0; i < r.size; ++i) {
    const bool masked = nearest(r.middle[i]) == -unknown && top != -unknown;
    p[i] = masked ? scalar<S>::from(0) : scalar<S>::call(operation::exp, r.middle[i] - out.top);
    out.sum = out.sum + p[i];
    terms += masked ? 0 : 1;
  }
  if constexpr (bounded) {
    const double total = nearest(out.sum);
    double own = 0, input = 0;
    for (std::size_t i = 0; i < r.size; ++i) {
      const double w = nearest(p[i]) / total;
      if (!(w > 0)) continue;
      own += w * rules_.exponential(top - nearest(r.middle[i]));
      input += w * std::expm1(r.error(i));
    }
    // An online softmax multiplies by exp(old - new maximum) at each new maximum, and once for each merge of partial results.
    const double merges = rules_.numbers().exact() ? 0 : static_cast<double>(rescales) + 2 * std::ceil(std::log2(static_cast<double>(r.size) + 1));
    out.rescaled = merges * (rules_.exponential(0) + 2 * rules_.unit());
    out.own = own + rules_.chain(terms - 1) + out.rescaled;
    out.log_moved = std::log1p(input);
    out.log_sum = top + std::log(total);
  }
  return out;
}

template <class S>
void evaluator<S>::logsumexp_row(const row& r, S& middle, double& radius) {
  std::vector<S> p;
  const softmax_parts s = exponentials(r, p);
  middle = s.top + scalar<S>::call(operation::log, s.sum);
  if constexpr (bounded) {
    const double v = nearest(middle), top = nearest(s.top);
    if (!std::isfinite(v)) {
      radius = std::isfinite(top) ? unknown : 0;
      return;
    }
    const double log_part = v - top;
    double e = s.log_moved + s.own / (1 - std::min(0.5, s.own)) + rules_.of_function(operation::log, nearest(s.sum), log_part, 0);
    e += 2 * rules_.unit() * (std::fabs(v) + std::fabs(top)) + rules_.tiny();
    radius = rules_.seal(v, s.own < 0.5 ? e : unknown, true);
  }
}

/// `rest` and `factor`: the error of each element apart from what the whole row has in common, its denominator.
template <class S>
void evaluator<S>::softmax_row(const row& r, S* middle, double* radius, double* rest, double* factor) {
  std::vector<S> p;
  const softmax_parts s = exponentials(r, p);
  for (std::size_t i = 0; i < r.size; ++i) middle[i] = p[i] / s.sum;
  if constexpr (bounded) {
    const bool exact = rules_.numbers().exact();
    const auto after = [](double own) { return own / (1 - std::min(0.5, own)); };
    // A logarithm of the sum is rounded once for the row.
    const double denominator = s.own + (exact ? 0 : rules_.unit() * std::fabs(s.log_sum));
    if (factor != nullptr) *factor = denominator < 0.5 ? std::expm1(s.log_moved) + after(denominator) * std::exp(s.log_moved) : unknown;
    for (std::size_t i = 0; i < r.size; ++i) {
      const double v = nearest(middle[i]), x = nearest(r.middle[i]);
      if (v == 0 && x == -unknown) continue;
      // The last term covers p recomputed as exp(x - logsumexp), as backward kernels do.
      const double recomputed = exact ? 0 : rules_.unit() * (std::fabs(s.log_sum) + std::fabs(x));
      const double exponential = rules_.exponential(nearest(s.top) - x) + 3 * rules_.unit();
      const double own = s.own + exponential + recomputed;
      const double relative = std::expm1(r.error(i) + s.log_moved) + after(own) * std::exp(r.error(i) + s.log_moved);
      const double e = std::min(v * relative + rules_.tiny(), 1.0);
      radius[i] = own < 0.5 ? rules_.seal(v, e, true) : 1.0;
      if (rest == nullptr) continue;
      // An online softmax scales the numerators of a part of the row, so that these roundings are not common to it.
      const double alone = exponential + s.rescaled + (exact ? 0 : rules_.unit() * (std::fabs(x) + std::fabs(s.log_sum - nearest(s.top))));
      rest[i] = alone < 0.5 ? rules_.seal(v, v * (std::expm1(r.error(i)) + after(alone) * std::exp(r.error(i))) + rules_.tiny(), true) : unknown;
    }
  }
}

/// A softmax over the last axis, with what the errors of a row have in common.
template <class S>
cell<S> evaluator<S>::softmax_along_last(const node& n) {
  const cell<S>& x = argument(n, 0);
  const auto size = static_cast<std::size_t>(n.dims.back().size), count = x.size() / std::max<std::size_t>(1, size);
  draft<S> out(x.size(), bounded);
  row_error apart{std::vector<double>(x.size(), 0.0), std::vector<double>(count, 0.0)};
  for (std::size_t i = 0; i < count; ++i)
    softmax_row(row{x.middle->data() + i * size, x.radius ? x.radius->data() + i * size : nullptr, size}, out.middle.data() + i * size, out.radius.data() + i * size,
                apart.rest.data() + i * size, &apart.factor[i]);
  const auto known = [](const std::vector<double>& v) { return std::none_of(v.begin(), v.end(), [](double e) { return std::isinf(e); }); };
  if (known(apart.rest) && known(apart.factor)) out.by_row = std::make_shared<const row_error>(std::move(apart));
  return out.finish();
}

template <class S>
void evaluator<S>::cumsum_row(const row& r, S* middle, double* radius) {
  S sum = scalar<S>::from(0);
  double errors = 0, sizes = 0;
  bool dyadic = true;
  grid all;
  for (std::size_t i = 0; i < r.size; ++i) {
    sum = sum + r.middle[i];
    middle[i] = sum;
    if constexpr (bounded) {
      all.add(r.middle[i], r.error(i));
      errors += r.error(i), sizes += std::fabs(nearest(r.middle[i]));
      // A scan may add a prefix's parts in any order; one sum of i + 1 terms has at most i roundings.
      dyadic = dyadic && r.error(i) == 0 && is_dyadic(r.middle[i], exact_digits()) && sizes <= exact_limit();
      radius[i] = dyadic || sums_exactly(all) ? 0 : rules_.seal(nearest(sum), errors + rules_.chain(static_cast<std::int64_t>(i)) * (sizes + errors), true);
    }
  }
}

template <class S>
cell<S> evaluator<S>::reduction(const node& n) {
  return by_rows(n, [&](const row& r, S& middle, double& radius) {
    switch (n.op) {
    case operation::sum:
    case operation::mean: return sum_row(r, middle, radius, n);
    case operation::max: return extreme_row(r, middle, radius, true);
    case operation::min: return extreme_row(r, middle, radius, false);
    default: return logsumexp_row(r, middle, radius);
    }
  });
}

template <class S>
cell<S> evaluator<S>::normalisation(const node& n) {
  const bool last = n.integers.size() == 1 && n.integers[0] + 1 == static_cast<std::int64_t>(n.dims.size());
  if (bounded && last && n.op == operation::softmax) return softmax_along_last(n);
  return along_rows(n, [&](const row& r, S* middle, double* radius) {
    switch (n.op) {
    case operation::softmax: return softmax_row(r, middle, radius);
    case operation::cumsum: return cumsum_row(r, middle, radius);
    case operation::sort: return sort_row(r, middle, radius);
    default: return cummax_row(r, middle, radius);
    }
  });
}

/// The elements that can be the largest: those whose upper end reaches the best lower end.
template <class S, class Row>
std::vector<std::size_t> winners(const Row& r) {
  double best = -unknown;
  for (std::size_t i = 0; i < r.size; ++i) best = std::max(best, scalar<S>::nearest(r.middle[i]) - r.error(i));
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < r.size; ++i)
    if (scalar<S>::nearest(r.middle[i]) + r.error(i) >= best) out.push_back(i);
  return out;
}

template <class S>
cell<S> evaluator<S>::argmax(const node& n) {
  return by_rows(n, [&](const row& r, S& middle, double& radius) {
    const auto w = winners<S>(r);
    const double first = w.empty() ? 0 : static_cast<double>(w.front()), last = w.empty() ? 0 : static_cast<double>(w.back());
    const auto exact = [&r](std::size_t i) { return r.error(i) == 0; };
    const bool decided = w.size() < 2 || (rules_.numbers().exact() && (r.radius == nullptr || std::all_of(w.begin(), w.end(), exact)));
    if (!decided) ++hulls;
    double chosen = decided ? first : (first + last) / 2;
    if (!decided && rules_.numbers().exact()) { // only the evaluation's own rounding is in doubt: the likely one is kept
      std::size_t best = w.front();
      for (const std::size_t i : w)
        if (scalar<S>::less(r.middle[best], r.middle[i])) best = i;
      chosen = static_cast<double>(best);
    }
    middle = scalar<S>::from(chosen);
    radius = decided ? 0 : std::max(last - chosen, chosen - first);
  });
}

template <class S>
cell<S> evaluator<S>::max_weight(const node& n) {
  return along_rows(n, [&](const row& r, S* middle, double* radius) {
    for (std::size_t i = 0; i < r.size; ++i) middle[i] = scalar<S>::from(0);
    const auto w = winners<S>(r);
    const bool hull = bounded && w.size() > 1 && !rules_.numbers().exact();
    if (w.size() > 1) hulls += static_cast<std::int64_t>(w.size());
    for (const std::size_t i : w) {
      middle[i] = scalar<S>::from(hull ? 0.5 : 1.0 / static_cast<double>(w.size()));
      radius[i] = hull ? 0.5 : 0;
    }
  });
}

} // namespace fpcheck::expr
