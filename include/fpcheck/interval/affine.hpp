#pragma once
#include <fpcheck/interval/elementary.hpp>

#include <vector>

/// Affine forms: enclosures that remember what each input contributes, so that it cancels where it meets itself again.
/// Host only.
namespace fpcheck::interval {

/// center + sum coefficients[i] e_i + rest e, with every e in [-1, 1] and e_i the position of input i in its interval;
/// and beside it the natural enclosure, for what is sharper there. A form with an infinite rest says nothing.
/// Source: de Figueiredo, Stolfi, "Affine arithmetic: concepts and applications", Numerical Algorithms 37, 2004.
struct affine {
  double center = 0;
  std::vector<double> coefficients;
  double rest = 0;
  interval<double> range{0.0};

  affine() = default;
  affine(double x) : center(x), range(x) {}
  /// Anything within x, whatever the inputs are.
  explicit affine(interval<double> x) : center(mid(x)), rest(rad(x)), range(x) {}
  /// Input number `index` of `count`.
  affine(interval<double> x, std::size_t index, std::size_t count)
      : center(mid(x)), coefficients(count, 0.0), range(x) {
    if (is_common(x))
      coefficients[index] = rad(x);
    else
      rest = infinity;
  }
};

namespace detail {

/// How far the form can be from its center, rounded upward.
inline double deviation(const affine& a) {
  double d = a.rest;
  for (const double c : a.coefficients) d = up::add(d, exact::abs(c));
  return d;
}
/// What the form alone encloses.
inline interval<double> form_range(const affine& a) {
  const double d = deviation(a);
  if (!(d < infinity)) return interval<double>::entire();
  return {down::sub(a.center, d), up::add(a.center, d)};
}

/// A number out of the middle of x; half the width joins `rest`, NaN if x is empty.
inline double settle(interval<double> x, double& rest) {
  rest = rest + rad(x) < infinity ? up::add(rest, rad(x)) : infinity;
  return mid(x);
}

/// alpha a + beta b + constant, up to `radius`; `natural` encloses the same.
inline affine combine(double alpha, const affine& a, double beta, const affine& b, interval<double> constant,
                      double radius, interval<double> natural) {
  const interval<double> x{alpha}, y{beta};
  const auto of = [](const affine& f, std::size_t i) {
    return interval<double>{i < f.coefficients.size() ? f.coefficients[i] : 0.0};
  };
  affine r;
  r.rest = radius;
  r.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
  for (std::size_t i = 0; i < r.coefficients.size(); ++i)
    r.coefficients[i] = settle(x * of(a, i) + y * of(b, i), r.rest);
  r.center = settle(x * interval<double>{a.center} + y * interval<double>{b.center} + constant, r.rest);
  const double carried = up::add(up::mul(exact::abs(alpha), a.rest), up::mul(exact::abs(beta), b.rest));
  r.rest = r.rest + carried < infinity ? up::add(r.rest, carried) : infinity;
  r.range = intersection(form_range(r), natural);
  return r;
}

/// Which way a function bends over the range of its argument.
enum class curvature : std::uint8_t { convex, concave, unknown };

/// f(a) as slope a + something, the slope being that at the middle. What is left lies between its values at the ends
/// and its tangent in the middle where f bends one way, and else within the spread of the derivative.
template <class F, class D>
affine linearised(const affine& a, F f, D derivative, curvature bend) {
  using set = interval<double>;
  const set natural = f(a.range), middle{mid(a.range)};
  const double slope = mid(derivative(middle));
  if (!is_common(a.range) || !is_common(natural) || !(exact::abs(slope) < infinity)) return affine(natural);
  const auto left_over = [&](double t) { return f(set{t}) - set{slope} * set{t}; };
  const set tangent = left_over(middle.lower()) + (derivative(middle) - set{slope}) * (a.range - middle);
  const set ends = convex_hull(left_over(a.range.lower()), left_over(a.range.upper()));
  const set constant = bend == curvature::convex ? set{tangent.lower(), ends.upper()}
                       : bend == curvature::concave
                           ? set{ends.lower(), tangent.upper()}
                           : left_over(middle.lower()) + (derivative(a.range) - set{slope}) * (a.range - middle);
  return combine(slope, a, 0, affine{}, constant, 0, natural);
}

} // namespace detail

inline affine operator-(const affine& a) {
  return detail::combine(-1, a, 0, affine{}, interval<double>{0.0}, 0, -a.range);
}
inline affine operator+(const affine& a, const affine& b) {
  return detail::combine(1, a, 1, b, interval<double>{0.0}, 0, a.range + b.range);
}
inline affine operator-(const affine& a, const affine& b) {
  return detail::combine(1, a, -1, b, interval<double>{0.0}, 0, a.range - b.range);
}
inline affine operator*(const affine& a, const affine& b) {
  const interval<double> centers = interval<double>{a.center} * interval<double>{b.center};
  const double both = up::mul(detail::deviation(a), detail::deviation(b));
  if (&a != &b) return detail::combine(a.center, b, b.center, a, -centers, both, a.range * b.range);
  // A square: the product of the deviations is not negative.
  const double half = up::mul(both, 0.5);
  return detail::combine(a.center, a, a.center, a, interval<double>{half} - centers, half, sqr(a.range));
}
/// 1 / a.
inline affine recip(const affine& a) {
  if (a.range.lower() <= 0 && a.range.upper() >= 0) return affine(recip(a.range));
  return detail::linearised(
      a, [](interval<double> x) { return recip(x); }, [](interval<double> x) { return -recip(sqr(x)); },
      a.range.lower() > 0 ? detail::curvature::convex : detail::curvature::concave);
}
inline affine operator/(const affine& a, const affine& b) {
  affine q = a * recip(b);
  q.range = intersection(q.range, a.range / b.range);
  return q;
}
inline affine fma(const affine& a, const affine& b, const affine& c) {
  return a * b + c;
}
inline affine sqrt(const affine& a) {
  if (!(a.range.lower() >= 0)) return affine(sqrt(a.range));
  return detail::linearised(
      a, [](interval<double> x) { return sqrt(x); }, [](interval<double> x) { return interval<double>{0.5} / sqrt(x); },
      detail::curvature::concave);
}
inline affine exp(const affine& a) {
  const auto f = [](interval<double> x) { return exp(x); };
  return detail::linearised(a, f, f, detail::curvature::convex);
}
inline affine log(const affine& a) {
  if (!(a.range.lower() > 0)) return affine(log(a.range));
  return detail::linearised(
      a, [](interval<double> x) { return log(x); }, [](interval<double> x) { return recip(x); },
      detail::curvature::concave);
}
inline affine sin(const affine& a) {
  return detail::linearised(
      a, [](interval<double> x) { return sin(x); }, [](interval<double> x) { return cos(x); },
      detail::curvature::unknown);
}
inline affine cos(const affine& a) {
  return detail::linearised(
      a, [](interval<double> x) { return cos(x); }, [](interval<double> x) { return -sin(x); },
      detail::curvature::unknown);
}
inline affine tanh(const affine& a) {
  return detail::linearised(
      a, [](interval<double> x) { return tanh(x); },
      [](interval<double> x) { return interval<double>{1.0} - sqr(tanh(x)); }, detail::curvature::unknown);
}

} // namespace fpcheck::interval
