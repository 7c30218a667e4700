#pragma once
#include <fpcheck/exact/cofunctions.hpp>
#include <fpcheck/interval/elementary.hpp>

#include <initializer_list>

/// The optional functions of IEEE 1788-2015 that are reciprocals of others, their inverses, and the cube root.
/// Error: as in elementary.hpp.
namespace fpcheck::interval {

namespace detail {

/// The least positive binary64 number.
inline constexpr double least_positive = 0x0.0000000000001p-1022;

/// The quarters of an interval whose ends at 0 do not count, as 0 is a pole. Requires: a is neither empty nor [0, 0].
FPCHECK_HD inline quarter_walk walk_beside_zero(interval<double> a) noexcept {
  return walk(interval<double>{a.low() == 0 ? least_positive : a.low(), a.high() == 0 ? -least_positive : a.high()});
}
/// Whether a multiple of pi lies between the ends of a. Requires: as above.
FPCHECK_HD inline bool spans_multiple_of_pi(interval<double> a) noexcept {
  const quarter_walk w = walk_beside_zero(a);
  return crosses(w, 1) || crosses(w, 3);
}
/// Whether cot and csc are defined on all of a, or sec is.
template <class T>
FPCHECK_HD bool without_multiple_of_pi(interval<T> a) noexcept {
  return a.is_empty() || (!is_member(0, a) && !spans_multiple_of_pi(interval<double>(a)));
}
template <class T>
FPCHECK_HD bool without_zero_of_cos(interval<T> a) noexcept {
  if (a.is_empty()) return true;
  const quarter_walk w = walk(interval<double>(a));
  return !crosses(w, 0) && !crosses(w, 2);
}
FPCHECK_HD inline bool is_zero(interval<double> a) noexcept { return a.low() == 0 && a.high() == 0; }

/// 1 / a wave that has its extremes where the quarters `top` and `top` + 2 end: the least value above 0 is 1, the greatest below
/// is -1. Requires: no pole inside a; `at` is not asked for a pole at an end.
template <class T, class Kernel>
FPCHECK_HD interval<T> reciprocal_wave(interval<double> a, quarter_walk w, unsigned top, Kernel k) noexcept {
  const bool positive = ((w.first - top) & 3) < 2; // the quarter that ends at the top, and the next
  const bool extreme = crosses(w, positive ? top : (top + 2) & 3);
  double inner = infinity, outer = 0; // of the magnitude
  for (const double x : {a.low(), a.high()}) {
    if (x == 0 && top == 0) { // the pole of 1 / sin
      outer = infinity;
      continue;
    }
    const approximation y = positive ? k(x) : -k(x);
    inner = least(inner, exact::round_down(y)), outer = greatest(outer, exact::round_up(y));
  }
  if (extreme) inner = 1;
  inner = greatest(1.0, inner);
  return outward<T>(positive ? between(inner, outer) : between(-outer, -inner));
}

/// The image of the part of a above 0 under a function that falls from infinity at `pole` to `limit`.
template <class Kernel>
FPCHECK_HD interval<double> falling_behind(interval<double> a, double pole, double limit, Kernel k) noexcept {
  if (a.is_empty() || a.high() <= pole) return {};
  return between(a.high() == infinity ? limit : exact::round_down(k(a.high())), a.low() <= pole ? infinity : exact::round_up(k(a.low())));
}
/// The image of a under an odd function that falls on both sides of its poles.
template <class T, class Kernel>
FPCHECK_HD interval<T> falling_odd(interval<T> a, double pole, double limit, Kernel k) noexcept {
  const interval<double> wide(a);
  if (wide.is_empty()) return {};
  return outward<T>(convex_hull(falling_behind(wide, pole, limit, k), negate(falling_behind(negate(wide), pole, limit, k))));
}

} // namespace detail

/// { cot x | x is no multiple of pi }.
template <class T>
FPCHECK_HD interval<T> cot(interval<T> a) noexcept {
  const interval<double> x(a);
  if (x.is_empty() || detail::is_zero(x)) return {};
  if (detail::spans_multiple_of_pi(x)) return interval<T>::entire();
  return outward<T>(between(x.high() == 0 ? -infinity : exact::round_down(exact::elementary::cot(x.high())),
                                    x.low() == 0 ? infinity : exact::round_up(exact::elementary::cot(x.low()))));
}
/// { 1 / sin x | x is no multiple of pi }.
template <class T>
FPCHECK_HD interval<T> csc(interval<T> a) noexcept {
  const interval<double> x(a);
  if (x.is_empty() || detail::is_zero(x)) return {};
  if (detail::spans_multiple_of_pi(x)) return interval<T>::entire();
  return detail::reciprocal_wave<T>(x, detail::walk_beside_zero(x), 0, [](double t) { return exact::elementary::csc(t); });
}
/// { 1 / cos x | x is no odd multiple of pi / 2 }.
template <class T>
FPCHECK_HD interval<T> sec(interval<T> a) noexcept {
  const interval<double> x(a);
  if (x.is_empty()) return {};
  if (!detail::without_zero_of_cos(x)) return interval<T>::entire();
  return detail::reciprocal_wave<T>(x, detail::walk(x), 3, [](double t) { return exact::elementary::sec(t); });
}

/// { 1 / tanh x | x != 0 }.
template <class T>
FPCHECK_HD interval<T> coth(interval<T> a) noexcept {
  return detail::falling_odd(a, 0, 1, [](double x) { return exact::elementary::coth(x); });
}
/// { 1 / cosh x }.
template <class T>
FPCHECK_HD interval<T> sech(interval<T> a) noexcept {
  return detail::decreasing(abs(a), detail::with_limits(0, 0, [](double x) { return exact::elementary::sech(x); }));
}
/// { 1 / sinh x | x != 0 }.
template <class T>
FPCHECK_HD interval<T> csch(interval<T> a) noexcept {
  return detail::falling_odd(a, 0, 0, [](double x) { return exact::elementary::csch(x); });
}

/// { the angle in (0, pi) whose cotangent is x }.
template <class T>
FPCHECK_HD interval<T> acot(interval<T> a) noexcept {
  constexpr double pi_up = 0x1.921fb54442d19p+1;
  return detail::decreasing(a, detail::with_limits(pi_up, 0, [](double x) { return exact::elementary::acot(x); }));
}
/// { acoth x | |x| > 1 }.
template <class T>
FPCHECK_HD interval<T> acoth(interval<T> a) noexcept {
  return detail::falling_odd(a, 1, 0, [](double x) { return exact::elementary::acoth(x); });
}

/// { the cube root of x }.
template <class T>
FPCHECK_HD interval<T> cbrt(interval<T> a) noexcept {
  return detail::increasing(a, detail::with_limits(-infinity, infinity, [](double x) { return exact::elementary::cbrt(x); }));
}

} // namespace fpcheck::interval
