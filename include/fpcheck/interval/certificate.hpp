#pragma once
#include <fpcheck/exact/running.hpp>
#include <fpcheck/interval/affine.hpp>
#include <fpcheck/interval/dual.hpp>

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

/// Certificates of a kernel template that runs on other number types than its own. A kernel is any callable
///     kernel(std::span<const N> inputs, std::span<N> outputs)
/// generic in N, whose functions (sqrt, exp, fma, ...) are found by argument-dependent lookup.
namespace fpcheck::interval {

/// Whether a certificate holds.
enum class verdict : std::uint8_t {
  pass,
  fail,   ///< disproved, by the witness
  unknown ///< the enclosure says nothing: unbounded, empty or NaN
};

/// One certificate over all outputs of a run.
struct certificate {
  verdict result = verdict::pass;
  std::size_t witness = 0;      ///< the output that failed, or the one with the greatest blow-up
  double output = 0;            ///< its value as computed
  interval<double> enclosure{}; ///< where it had to lie
  double blow_up = 0;           ///< the greatest certified radius over the true error (or half an ulp, if more)
};

namespace detail {

inline void record(certificate& c, verdict v, std::size_t i, double output, interval<double> enclosure,
                   double blow_up) {
  const bool worse = v == verdict::fail ? c.result != verdict::fail
                                        : (c.result != verdict::fail &&
                                           (v == verdict::unknown ? c.result == verdict::pass : blow_up > c.blow_up));
  if (worse) c.witness = i, c.output = output, c.enclosure = enclosure;
  if (v == verdict::fail || (v == verdict::unknown && c.result == verdict::pass)) c.result = v;
  if (blow_up > c.blow_up) c.blow_up = blow_up;
}

/// Half an ulp of T at x, as a floor for true errors.
template <class T>
double half_ulp(double x) {
  return exact::detail::rounding_of(static_cast<T>(x));
}

} // namespace detail

/// A. Bracket: the outputs of T arithmetic in this very order of operations, contracted or not, lie in the interval
/// evaluation. A value outside proves a wrong index, a race, flushed subnormals, a narrower accumulator or a
/// miscompile. Requires: outputs computed by the same kernel from the same inputs; every function correctly rounded or
/// exact.
template <class T, class Kernel>
certificate certify_bracket(const Kernel& kernel, std::span<const T> inputs, std::span<const T> outputs) {
  std::vector<interval<T>> x, y(outputs.size(), interval<T>{T(0)});
  std::vector<double> wide(inputs.begin(), inputs.end()), reference(outputs.size());
  for (const T v : inputs) x.push_back(interval<T>{v});
  kernel(std::span<const interval<T>>(x), std::span<interval<T>>(y));
  kernel(std::span<const double>(wide), std::span<double>(reference));
  certificate c;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double v = static_cast<double>(outputs[i]);
    const interval<double> e(y[i]);
    if (!is_common(e)) {
      detail::record(c, verdict::unknown, i, v, e, 0);
      continue;
    }
    const double error = std::fmax(std::fabs(v - reference[i]), detail::half_ulp<T>(v));
    detail::record(c, is_member(v, e) ? verdict::pass : verdict::fail, i, v, e, wid(e) / 2 / error);
  }
  return c;
}

/// B. Order-free bound of a dot product: |computed - exact| <= gamma_h sum |a_i b_i| for any order whose depth (the
/// longest chain of additions, n - 1 if unknown) is h, with or without fused multiply-add.
template <class T>
certificate certify_any_order(std::span<const T> a, std::span<const T> b, T computed, std::size_t depth) {
  exact::double_dot sum, size;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.add_product(static_cast<double>(a[i]), static_cast<double>(b[i]));
    size.add_product(std::fabs(static_cast<double>(a[i])), std::fabs(static_cast<double>(b[i])));
  }
  const double u = static_cast<double>(exact::detail::ball_constants<T>::unit);
  const interval<double> k = interval<double>{static_cast<double>(depth + 1)} * interval<double>{u};
  const interval<double> gamma = k / (interval<double>{1.0} - k);
  // Each product may also underflow by half the smallest subnormal.
  const double underflow = static_cast<double>(std::numeric_limits<T>::denorm_min()) * static_cast<double>(a.size());
  const double top = size.round<double>(exact::direction::up);
  const double bound = up::add((gamma * interval<double>{top}).upper(), underflow);
  const interval<double> exact_value{sum.round<double>(exact::direction::down),
                                     sum.round<double>(exact::direction::up)};
  const interval<double> enclosure = exact_value + interval<double>{-bound, bound};
  const auto v = static_cast<double>(computed);
  certificate c;
  if (!is_common(enclosure) || gamma.upper() >= 1 || gamma.lower() < 0) {
    detail::record(c, verdict::unknown, 0, v, enclosure, 0);
    return c;
  }
  const double error = std::fmax(std::fabs(v - mid(exact_value)), detail::half_ulp<T>(v));
  detail::record(c, is_member(v, enclosure) ? verdict::pass : verdict::fail, 0, v, enclosure, bound / error);
  return c;
}

/// C. Running error: passes where the outputs are bit for bit those of this order of operations, and then bounds their
/// error; fails where an output is further from the running value than both errors together allow.
template <class T, class Kernel>
certificate certify_running(const Kernel& kernel, std::span<const T> inputs, std::span<const T> outputs) {
  std::vector<exact::running<T>> x(inputs.begin(), inputs.end()), y(outputs.size());
  std::vector<double> wide(inputs.begin(), inputs.end()), reference(outputs.size());
  kernel(std::span<const exact::running<T>>(x), std::span<exact::running<T>>(y));
  kernel(std::span<const double>(wide), std::span<double>(reference));
  certificate c;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto v = static_cast<double>(outputs[i]), r = static_cast<double>(y[i].value);
    const double b = y[i].bound;
    const interval<double> e = interval<double>{r} + interval<double>{-b, b};
    const double error = std::fmax(std::fabs(v - reference[i]), detail::half_ulp<T>(v));
    if (!is_common(e))
      detail::record(c, verdict::unknown, i, v, e, 0);
    else if (bits_of(outputs[i]) == bits_of(y[i].value))
      detail::record(c, verdict::pass, i, v, e, b / error);
    else if (std::fabs(v - r) > 2 * b)
      detail::record(c, verdict::fail, i, v, e, b / error);
    else
      detail::record(c, verdict::unknown, i, v, e, b / error);
  }
  return c;
}

/// How a range over a box was found.
enum class range_method : std::uint8_t {
  natural,    ///< interval evaluation
  mean_value, ///< value at the centre and enclosures of the gradient
  affine,     ///< affine forms, which cancel what an input contributes twice
  corners     ///< two point evaluations, the sign of every derivative being certain: exact up to rounding
};
/// A range and where it came from.
struct box_range {
  interval<double> value;
  range_method method = range_method::natural;
};

namespace detail {

/// A kernel run on numbers that `make(i)` gives for input i.
template <class N, class Kernel, class Make>
std::vector<N> outputs_of(const Kernel& kernel, std::size_t inputs, std::size_t outputs, Make make) {
  std::vector<N> x, y(outputs, N(0.0));
  for (std::size_t i = 0; i < inputs; ++i) x.push_back(make(i));
  kernel(std::span<const N>(x), std::span<N>(y));
  return y;
}

/// Narrows `best` by another enclosure of the same, which it is named after if that is the sharper one.
inline void narrow(box_range& best, interval<double> other, range_method method) {
  const interval<double> both = intersection(best.value, other);
  if (both.is_empty()) return; // of a kernel whose outputs are no function of its inputs
  const bool sharper = is_common(other) && !(wid(other) >= wid(best.value));
  best = {both, sharper ? method : best.method};
}

} // namespace detail

/// D. Input boxes: the range of each output over all inputs within their intervals. Where each derivative has one sign,
/// by two corners; else the intersection of what the natural evaluation, the mean value form and affine forms give,
/// named after the sharpest of them.
template <class Kernel>
std::vector<box_range> range_over_box(const Kernel& kernel, std::span<const interval<double>> inputs,
                                      std::size_t outputs) {
  const std::size_t n = inputs.size();
  using set = interval<double>;
  const std::vector<dual> y =
      detail::outputs_of<dual>(kernel, n, outputs, [&](std::size_t i) { return dual(inputs[i], i, n); });
  const auto at_point = [&](auto choose) {
    return detail::outputs_of<set>(kernel, n, outputs, [&](std::size_t i) { return set{choose(i)}; });
  };
  std::vector<set> centres;  // the value at the centre and
  std::vector<affine> forms; // affine forms, once an output needs them
  std::vector<box_range> out;
  for (std::size_t k = 0; k < outputs; ++k) {
    std::vector<set> g = y[k].gradient;
    g.resize(n, set{0.0});
    bool monotone = true;
    for (const set d : g) monotone = monotone && !d.is_empty() && (d.lower() >= 0 || d.upper() <= 0);
    if (monotone && is_common(y[k].value)) {
      const auto low = [&](std::size_t i) { return g[i].lower() >= 0 ? inputs[i].lower() : inputs[i].upper(); };
      const auto high = [&](std::size_t i) { return g[i].lower() >= 0 ? inputs[i].upper() : inputs[i].lower(); };
      const set corners{at_point(low)[k].lower(), at_point(high)[k].upper()};
      out.push_back({intersection(corners, y[k].value), range_method::corners});
      continue;
    }
    if (centres.empty()) {
      centres = at_point([&](std::size_t i) { return mid(inputs[i]); });
      forms = detail::outputs_of<affine>(kernel, n, outputs, [&](std::size_t i) { return affine(inputs[i], i, n); });
    }
    set mean = centres[k];
    for (std::size_t i = 0; i < n; ++i) mean = mean + g[i] * (inputs[i] - set{mid(inputs[i])});
    out.push_back({y[k].value, range_method::natural});
    detail::narrow(out.back(), mean, range_method::mean_value);
    detail::narrow(out.back(), forms[k].range, range_method::affine);
  }
  return out;
}

} // namespace fpcheck::interval
