#pragma once
#include <fpcheck/interval/relation.hpp>

/// Numeric functions of intervals, IEEE 1788-2015, 10.5.9 and 12.12.8.
namespace fpcheck::interval {

/// The lower bound: -0 for 0, +inf for the empty set.
template <class T>
FPCHECK_HD constexpr double inf(interval<T> a) noexcept {
  return a.low() == 0 ? -0.0 : a.low();
}
/// The upper bound: +0 for 0, -inf for the empty set.
template <class T>
FPCHECK_HD constexpr double sup(interval<T> a) noexcept { return a.high() + 0.0; }

/// The midpoint, rounded to nearest in T. Range: NaN for the empty set; 0 for all reals; the largest number in size
/// where one bound is infinite.
template <class T>
FPCHECK_HD double mid(interval<T> a) noexcept {
  if (a.is_empty()) return exact::nan_of<double>();
  const double l = a.low(), u = a.high();
  if (l == -infinity) return u == infinity ? 0.0 : -grid<T>::largest;
  if (u == infinity) return grid<T>::largest;
  if constexpr (std::is_same_v<T, double>) {
    // l + u overflows only where halving both is exact; halving both first would lose a subnormal bit.
    const double s = l + u;
    const double m = exact::abs(s) < infinity ? exact::mul(s, 0.5) : exact::mul(l, 0.5) + exact::mul(u, 0.5);
    return m + 0.0;
  } else {
    const double m = exact::mul(l + u, 0.5);
    const double below = detail::exactly(grid<T>::down(m)), above = -detail::exactly(grid<T>::down(-m)); // the tie goes to the even one
    if (m - below != above - m) return (m - below < above - m ? below : above) + 0.0;
    const double n = exact::mul(below / (above - below), 0.5);
    return (__builtin_floor(n) == n ? below : above) + 0.0;
  }
}
/// The least radius round mid(a) that covers a. Range: NaN for the empty set, inf for an unbounded one.
template <class T>
FPCHECK_HD double rad(interval<T> a) noexcept {
  if (a.is_empty()) return exact::nan_of<double>();
  const double m = mid(a);
  const double below = up::sub(m, a.low()), above = up::sub(a.high(), m);
  return -detail::exactly(grid<T>::down(-(below > above ? below : above)));
}
/// The width, rounded upward. Range: NaN for the empty set.
template <class T>
FPCHECK_HD double wid(interval<T> a) noexcept {
  if (a.is_empty()) return exact::nan_of<double>();
  return -detail::exactly(grid<T>::down(-up::sub(a.high(), a.low()))) + 0.0;
}
/// The greatest size of a member. Range: NaN for the empty set.
template <class T>
FPCHECK_HD constexpr double mag(interval<T> a) noexcept {
  if (a.is_empty()) return exact::nan_of<double>();
  const double l = exact::abs(a.low()), u = exact::abs(a.high());
  return l > u ? l : u;
}
/// The least size of a member. Range: NaN for the empty set.
template <class T>
FPCHECK_HD constexpr double mig(interval<T> a) noexcept {
  if (a.is_empty()) return exact::nan_of<double>();
  if (a.low() <= 0 && a.high() >= 0) return 0;
  const double l = exact::abs(a.low()), u = exact::abs(a.high());
  return l < u ? l : u;
}

} // namespace fpcheck::interval
