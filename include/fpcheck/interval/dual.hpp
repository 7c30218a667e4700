#pragma once
#include <fpcheck/interval/elementary.hpp>

#include <vector>

/// Intervals with enclosures of their gradient: what the mean value form and monotonicity need.
namespace fpcheck::interval {

/// An enclosure of a function over a box and of its derivatives in each of n inputs. A constant has no derivatives.
struct dual {
  interval<double> value;
  std::vector<interval<double>> gradient;

  dual() : value{0.0} {}
  dual(double x) : value{x} {}
  explicit dual(interval<double> x) : value(x) {}
  /// Input number `index` of `count`.
  dual(interval<double> x, std::size_t index, std::size_t count) : value(x), gradient(count, interval<double>{0.0}) {
    gradient[index] = interval<double>{1.0};
  }
};

namespace detail {

/// value with gradient a' da + b' db.
inline dual chain(interval<double> value, interval<double> da, const dual& a, interval<double> db, const dual& b) {
  dual r(value);
  const std::size_t n = a.gradient.size() > b.gradient.size() ? a.gradient.size() : b.gradient.size();
  r.gradient.assign(n, interval<double>{0.0});
  for (std::size_t i = 0; i < a.gradient.size(); ++i) r.gradient[i] = da * a.gradient[i];
  for (std::size_t i = 0; i < b.gradient.size(); ++i) r.gradient[i] = r.gradient[i] + db * b.gradient[i];
  return r;
}
inline dual chain(interval<double> value, interval<double> da, const dual& a) {
  return chain(value, da, a, interval<double>{0.0}, dual{});
}

} // namespace detail

inline dual operator-(const dual& a) {
  return detail::chain(-a.value, interval<double>{-1.0}, a);
}
inline dual operator+(const dual& a, const dual& b) {
  return detail::chain(a.value + b.value, interval<double>{1.0}, a, interval<double>{1.0}, b);
}
inline dual operator-(const dual& a, const dual& b) {
  return detail::chain(a.value - b.value, interval<double>{1.0}, a, interval<double>{-1.0}, b);
}
inline dual operator*(const dual& a, const dual& b) {
  return detail::chain(a.value * b.value, b.value, a, a.value, b);
}
inline dual operator/(const dual& a, const dual& b) {
  const interval<double> q = a.value / b.value;
  return detail::chain(q, recip(b.value), a, -(q / b.value), b);
}
inline dual fma(const dual& a, const dual& b, const dual& c) {
  return a * b + c;
}
inline dual sqrt(const dual& a) {
  const interval<double> s = sqrt(a.value);
  return detail::chain(s, interval<double>{0.5} / s, a);
}
inline dual exp(const dual& a) {
  const interval<double> e = exp(a.value);
  return detail::chain(e, e, a);
}
inline dual log(const dual& a) {
  return detail::chain(log(a.value), recip(a.value), a);
}
inline dual sin(const dual& a) {
  return detail::chain(sin(a.value), cos(a.value), a);
}
inline dual cos(const dual& a) {
  return detail::chain(cos(a.value), -sin(a.value), a);
}
inline dual tanh(const dual& a) {
  const interval<double> t = tanh(a.value);
  return detail::chain(t, interval<double>{1.0} - sqr(t), a);
}

} // namespace fpcheck::interval
