#pragma once
#include <fpcheck/exact/running.hpp>
#include <fpcheck/interval/affine.hpp>
#include <fpcheck/interval/decorated.hpp>
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
  unknown ///< the enclosure says nothing: unbounded, empty, or the kernel may be undefined at what it encloses
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
/// miscompile. Unknown where a function's argument may leave its domain or meet a jump (a decoration below `dac`): the
/// evaluation then speaks of a part of the values only. Requires: outputs computed by the same kernel from the same inputs; every function correctly rounded or
/// exact.
template <class T, class Kernel>
certificate certify_bracket(const Kernel& kernel, std::span<const T> inputs, std::span<const T> outputs) {
  using set = decorated<T>;
  std::vector<set> x, y(outputs.size(), set{interval<T>{T(0)}});
  std::vector<double> wide(inputs.begin(), inputs.end()), reference(outputs.size());
  for (const T v : inputs) x.push_back(set{interval<T>{v}});
  kernel(std::span<const set>(x), std::span<set>(y));
  kernel(std::span<const double>(wide), std::span<double>(reference));
  certificate c;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const double v = static_cast<double>(outputs[i]);
    const interval<double> e(y[i].part);
    if (!is_common(e) || y[i].mark < decoration::dac) {
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
  decoration proved = decoration::trv; ///< below `dac`: the kernel may be undefined or jump somewhere in the box
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
  best.value = both;
  if (sharper) best.method = method;
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
  const std::vector<decorated<double>> marked =
      detail::outputs_of<decorated<double>>(kernel, n, outputs, [&](std::size_t i) { return decorated<double>{inputs[i]}; });
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
      out.push_back({intersection(corners, y[k].value), range_method::corners, marked[k].mark});
      continue;
    }
    if (centres.empty()) {
      centres = at_point([&](std::size_t i) { return mid(inputs[i]); });
      forms = detail::outputs_of<affine>(kernel, n, outputs, [&](std::size_t i) { return affine(inputs[i], i, n); });
    }
    set mean = centres[k];
    for (std::size_t i = 0; i < n; ++i) mean = mean + g[i] * (inputs[i] - set{mid(inputs[i])});
    out.push_back({y[k].value, range_method::natural, marked[k].mark});
    detail::narrow(out.back(), mean, range_method::mean_value);
    detail::narrow(out.back(), forms[k].range, range_method::affine);
  }
  return out;
}

/// A certificate that one output stays within what was claimed of it over a whole box of inputs.
struct box_certificate {
  verdict result = verdict::unknown;
  std::vector<double> witness;    ///< inputs, exact; where it fails, those that leave the claim
  interval<double> output{};      ///< the exact output there
  box_range range{};              ///< over the box
  double blow_up = 0;             ///< width of the range over that of the outputs seen; infinite where they are one
};

namespace detail {

/// Points of a box at which outputs are looked at: the two corners that the signs of a gradient point to, the centre,
/// each input alone at either end, and corners drawn at random.
inline std::vector<std::vector<double>> points_of(std::span<const interval<double>> box,
                                                  const std::vector<interval<double>>& gradient) {
  std::vector<double> centre, low, high;
  for (std::size_t i = 0; i < box.size(); ++i) {
    const bool falls = i < gradient.size() && mid(gradient[i]) < 0;
    centre.push_back(mid(box[i]));
    low.push_back(falls ? box[i].upper() : box[i].lower()), high.push_back(falls ? box[i].lower() : box[i].upper());
  }
  std::vector<std::vector<double>> points{centre, low, high};
  const auto alone = [&](std::size_t i, double x) { points.push_back(centre), points.back()[i] = x; };
  for (std::size_t i = 0; i < box.size(); ++i) alone(i, box[i].lower()), alone(i, box[i].upper());
  std::uint64_t state = 1;
  for (int k = 0; k < 32; ++k) {
    points.push_back(centre);
    for (std::size_t i = 0; i < box.size(); ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      points.back()[i] = (state >> 63) != 0 ? box[i].upper() : box[i].lower();
    }
  }
  return points;
}

} // namespace detail

/// Certifies that each output k lies in claims[k] for all inputs within their intervals: passes where the range over the
/// box lies in the claim and the kernel is proved to be defined and continuous there; fails with inputs whose exact
/// output is outside. Requires: bounded inputs.
template <class Kernel>
std::vector<box_certificate> certify_box(const Kernel& kernel, std::span<const interval<double>> inputs,
                                         std::span<const interval<double>> claims) {
  using set = interval<double>;
  const std::size_t n = inputs.size();
  const std::vector<box_range> ranges = range_over_box(kernel, inputs, claims.size());
  const std::vector<dual> slopes =
      detail::outputs_of<dual>(kernel, n, claims.size(), [&](std::size_t i) { return dual(inputs[i], i, n); });
  std::vector<box_certificate> out;
  for (std::size_t k = 0; k < claims.size(); ++k) {
    box_certificate c;
    c.range = ranges[k];
    const bool proved = c.range.proved >= decoration::dac && !c.range.value.is_empty();
    if (proved && subset(c.range.value, claims[k])) c.result = verdict::pass;
    set seen{};
    for (const std::vector<double>& p : detail::points_of(inputs, slopes[k].gradient)) {
      const set y = detail::outputs_of<set>(kernel, n, claims.size(), [&](std::size_t i) { return set{p[i]}; })[k];
      seen = convex_hull(seen, y);
      const bool outside = !y.is_empty() && disjoint(y, claims[k]);
      if (!c.witness.empty() && (!outside || c.result == verdict::fail)) continue;
      c.witness = p, c.output = y;
      if (outside) c.result = verdict::fail;
    }
    c.blow_up = seen.is_empty() || wid(seen) == 0 ? infinity : wid(c.range.value) / wid(seen);
    out.push_back(c);
  }
  return out;
}

} // namespace fpcheck::interval
