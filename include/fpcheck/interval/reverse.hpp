#pragma once
#include <fpcheck/interval/elementary.hpp>

/// Reverse operations of IEEE 1788-2015, 10.5.4 and 10.6.1: the hull of the members t of x that a function can send into c.
namespace fpcheck::interval {

namespace detail {

/// The hull of what two pieces have in common with x.
template <class T>
FPCHECK_HD interval<T> hull_within(interval<double> first, interval<double> second, interval<T> x) noexcept {
  const interval<double> wide(x);
  return outward<T>(convex_hull(intersection(first, wide), intersection(second, wide)));
}
template <class T>
FPCHECK_HD interval<T> both_signs_within(interval<double> size, interval<T> x) noexcept {
  return hull_within(size, negate(size), x);
}

} // namespace detail

/// { t in x | |t| in c }.
template <class T>
FPCHECK_HD interval<T> abs_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  return detail::both_signs_within(detail::clipped(c, 0, infinity), x);
}
/// { t in x | t^2 in c }.
template <class T>
FPCHECK_HD interval<T> sqr_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  return detail::both_signs_within(sqrt(detail::clipped(c, 0, infinity)), x);
}
/// { t in x | cosh t in c }.
template <class T>
FPCHECK_HD interval<T> cosh_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  return detail::both_signs_within(acosh(interval<double>(c)), x);
}
/// { t in x | t^n in c }.
template <class T>
FPCHECK_HD interval<T> pown_rev(interval<T> c, interval<T> x, int n) noexcept {
  if (c.is_empty()) return {};
  if (n == 0) return is_member(1, c) ? x : interval<T>{};
  const interval<double> roots = rootn(detail::clipped(c, 0, infinity), n);
  if (n % 2 == 0) return detail::both_signs_within(roots, x);
  const interval<double> mirrored = detail::negate(detail::clipped(c, -infinity, 0));
  return detail::hull_within(roots, detail::negate(rootn(mirrored, n)), x);
}

/// Two disjoint intervals in order, the second empty where one is enough.
template <class T>
struct interval_pair {
  interval<T> first;
  interval<T> second;
};

namespace detail {

/// { t | t y in c for some y in b } as one or two pieces.
FPCHECK_HD inline interval_pair<double> quotient_pieces(interval<double> b, interval<double> c) noexcept {
  if (b.is_empty() || c.is_empty()) return {};
  if (is_member(0, b) && is_member(0, c)) return {interval<double>::entire(), {}};
  if (!(b.low() < 0 && b.high() > 0)) return {divide(c, b), {}};
  const interval<double> below = divide(c, between(b.low(), 0)), above = divide(c, between(0, b.high()));
  if (c.low() > 0) return {below, above};
  return {above, below};
}

} // namespace detail

/// { t | t y in c for some y in b } as one or two pieces in order. Error: none but outward rounding.
template <class T>
FPCHECK_HD interval_pair<T> mul_rev_to_pair(interval<T> b, interval<T> c) noexcept {
  const interval_pair<double> p = detail::quotient_pieces(interval<double>(b), interval<double>(c));
  return {outward<T>(p.first), outward<T>(p.second)};
}
/// { t in x | t y in c for some y in b }.
template <class T>
FPCHECK_HD interval<T> mul_rev(interval<T> b, interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  const interval_pair<double> p = detail::quotient_pieces(interval<double>(b), interval<double>(c));
  return detail::hull_within(p.first, p.second, x);
}

namespace detail {

/// The solutions [low + k period, high + k period] of a periodic equation, k any integer.
struct solution_family {
  approximation low, high;
  exact::double_double period;

  /// One end moved by k periods. Error: relative 2^-95; the periods keep it away from 0.
  FPCHECK_HD approximation moved(approximation end, double k) const noexcept {
    if (k == 0) return end;
    const double power = exact::power_of_two(end.exponent < -1000 ? -1000 : end.exponent);
    const exact::double_double base{exact::mul(end.high, power), exact::mul(end.low, power)};
    return exact::approximate(exact::add(exact::mul(period, k), base), 0x1p-95);
  }
  FPCHECK_HD double low_at(double k) const noexcept { return exact::round_down(moved(low, k)); }
  FPCHECK_HD double high_at(double k) const noexcept { return exact::round_up(moved(high, k)); }

  /// The least member at or above x, rounded down. Requires: |x| < 2^50.
  FPCHECK_HD double first_from(double x) const noexcept {
    double k = __builtin_floor((x - high.high) / period.high) - 1;
    while (high_at(k) < x) k += 1;
    return greatest(x, low_at(k));
  }
  /// The greatest member at or below x, rounded up. Requires: |x| < 2^50.
  FPCHECK_HD double last_until(double x) const noexcept {
    double k = __builtin_ceil((x - low.high) / period.high) + 1;
    while (low_at(k) > x) k -= 1;
    return least(x, high_at(k));
  }
};

/// Beyond this arguments are not cut at the first solution: x itself, still an enclosure, is returned.
inline constexpr double periodic_limit = 0x1p50;

/// The hull of the members of x in one of two families.
template <class T>
FPCHECK_HD interval<T> periodic_within(const solution_family& f, const solution_family& g, interval<T> x) noexcept {
  if (x.is_empty()) return {};
  double lower = x.low(), upper = x.high();
  if (lower > -periodic_limit && lower < periodic_limit) lower = least(f.first_from(lower), g.first_from(lower));
  if (upper > -periodic_limit && upper < periodic_limit) upper = greatest(f.last_until(upper), g.last_until(upper));
  return outward<T>(lower <= upper ? between(lower, upper) : interval<double>{});
}

FPCHECK_HD inline exact::double_double whole_turn() noexcept {
  return {2 * exact::table::pi_high, 2 * exact::table::pi_low};
}
/// pi - a for |a| <= pi / 2.
FPCHECK_HD inline approximation supplement(approximation a) noexcept {
  const double power = exact::power_of_two(a.exponent < -1000 ? -1000 : a.exponent);
  const exact::double_double base{exact::mul(a.high, power), exact::mul(a.low, power)};
  return exact::approximate(exact::sub(exact::double_double{exact::table::pi_high, exact::table::pi_low}, base),
                            0x1p-95);
}
/// atan, with +-pi / 2 for the infinities.
FPCHECK_HD inline approximation atan_with_limits(double x) noexcept {
  const approximation half_pi{exact::table::half_pi_high, exact::table::half_pi_low, 0x1p-105, 0};
  if (x == infinity) return half_pi;
  if (x == -infinity) return -half_pi;
  return exact::elementary::atan(x);
}

} // namespace detail

/// { t in x | sin t in c }.
template <class T>
FPCHECK_HD interval<T> sin_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  const interval<double> s = detail::clipped(c, -1, 1);
  if (s.is_empty()) return {};
  const exact::approximation low = exact::elementary::asin(s.low()), high = exact::elementary::asin(s.high());
  const exact::double_double turn = detail::whole_turn();
  return detail::periodic_within(detail::solution_family{low, high, turn},
                                 detail::solution_family{detail::supplement(high), detail::supplement(low), turn}, x);
}
/// { t in x | cos t in c }.
template <class T>
FPCHECK_HD interval<T> cos_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  const interval<double> s = detail::clipped(c, -1, 1);
  if (s.is_empty()) return {};
  const exact::approximation low = exact::elementary::acos(s.high()), high = exact::elementary::acos(s.low());
  const exact::double_double turn = detail::whole_turn();
  return detail::periodic_within(detail::solution_family{low, high, turn}, detail::solution_family{-high, -low, turn},
                                 x);
}
/// { t in x | tan t in c }.
template <class T>
FPCHECK_HD interval<T> tan_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  if (c.is_empty()) return {};
  const exact::double_double half_turn{exact::table::pi_high, exact::table::pi_low};
  const detail::solution_family f{detail::atan_with_limits(c.low()), detail::atan_with_limits(c.high()), half_turn};
  return detail::periodic_within(f, f, x);
}

namespace detail {

/// z^(1 / y) at a corner, z in [0, inf]; y = 0 stands for the limit from the side of `side`.
FPCHECK_HD inline approximation root_power_at(double z, double y, double side) noexcept {
  if (z == 1 || exact::abs(y) == infinity) return exact::exactly(1);
  const bool grows = (z > 1) == (side > 0);
  if (z == 0 || z == infinity || y == 0) return exact::detail::beyond(grows ? 30000 : -30000);
  return exact::elementary::pow_reciprocal(z, y);
}
/// log z / log s at a corner, z and s in [0, inf]; s = 1 stands for the limit from the side of `side` (below 0: s < 1).
FPCHECK_HD inline approximation log_ratio_at(double z, double s, double side) noexcept {
  if (z == 1 || s == 0 || s == infinity) return exact::exactly(0);
  const bool positive = (z > 1) == (side > 0);
  if (z == 0 || z == infinity || s == 1) return positive ? exact::detail::beyond(30000) : -exact::detail::beyond(30000);
  return exact::elementary::log_ratio(z, s);
}

/// The hull of a corner function over z and the second box.
template <class Corner>
FPCHECK_HD interval<double> hull_of_corners(interval<double> z, interval<double> second, double side, Corner at) noexcept {
  double lower = infinity, upper = -infinity;
  const double zs[2] = {z.low(), z.high()}, seconds[2] = {second.low(), second.high()};
  for (double u : zs)
    for (double v : seconds) {
      const approximation p = at(u, v, side);
      const bool limit = p.exponent == 30000 || p.exponent == -30000;
      const double value = p.exponent == 30000 ? (p.high > 0 ? infinity : -infinity) : 0.0;
      lower = least(lower, limit ? value : exact::round_down(p));
      upper = greatest(upper, limit ? value : exact::round_up(p));
    }
  return lower <= upper && lower < infinity && upper > -infinity ? between(lower, upper) : interval<double>{};
}

/// `sum` joined with what `piece` and x share. A bound of the piece that is 0 or 1 may be a mere limit: then it does
/// not count as a common point.
struct limits {
  bool zero_is_open;
  bool one_is_open;
};
template <class T>
FPCHECK_HD interval<double> join_within(interval<double> sum, interval<double> piece, interval<T> x,
                                        limits open) noexcept {
  const auto is_limit = [open](double v) { return (v == 0 && open.zero_is_open) || (v == 1 && open.one_is_open); };
  if (is_limit(piece.low()) && x.high() == piece.low()) return sum;
  if (is_limit(piece.high()) && x.low() == piece.high()) return sum;
  return convex_hull(sum, intersection(piece, interval<double>(x)));
}

} // namespace detail

/// { t in x | t^y in c for some y in b }.
template <class T>
FPCHECK_HD interval<T> pow_rev1(interval<T> b, interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  if (b.is_empty() || c.is_empty() || x.is_empty()) return {};
  const interval<double> z = detail::clipped(c, 0, infinity);
  const auto corner = [](double u, double v, double side) { return detail::root_power_at(u, v, side); };
  interval<double> r{};
  const detail::limits open{true, !is_member(1, c)}; // t = 0 only by 0^y = 0; t = 1 only for z = 1
  if (is_member(0, c) && b.high() > 0) r = detail::join_within(r, interval<double>{0.0}, x, {false, false});
  if (is_member(1, c) && is_member(0, b)) r = detail::join_within(r, between(0, infinity), x, open); // t^0 = 1
  if (!z.is_empty() && z.high() > 0) {
    const interval<double> above = detail::clipped(b, 0, infinity), below = detail::clipped(b, -infinity, 0);
    if (!above.is_empty() && above.high() > 0)
      r = detail::join_within(r, detail::hull_of_corners(z, above, 1, corner), x, open);
    if (!below.is_empty() && below.low() < 0)
      r = detail::join_within(r, detail::hull_of_corners(z, below, -1, corner), x, open);
  }
  return outward<T>(r);
}

/// { t in x | s^t in c for some s in a }.
template <class T>
FPCHECK_HD interval<T> pow_rev2(interval<T> a, interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  if (a.is_empty() || c.is_empty() || x.is_empty()) return {};
  const interval<double> z = detail::clipped(c, 0, infinity), s = detail::clipped(a, 0, infinity);
  const auto corner = [](double u, double v, double side) { return detail::log_ratio_at(u, v, side); };
  interval<double> r{};
  if (s.is_empty() || z.is_empty()) return {};
  const detail::limits open{!is_member(1, c), false}; // s^t = z at t = 0 only for z = 1
  if (s.low() == 0 && z.low() == 0) r = detail::join_within(r, between(0, infinity), x, {true, false}); // 0^t = 0
  if (is_member(1, s) && is_member(1, c)) return x; // 1^t = 1
  if (z.high() > 0) {
    const interval<double> above = intersection(s, between(1, infinity)), below = intersection(s, between(0, 1));
    if (!above.is_empty() && above.high() > 1)
      r = detail::join_within(r, detail::hull_of_corners(z, above, 1, corner), x, open);
    if (!below.is_empty() && below.low() < 1 && below.high() > 0)
      r = detail::join_within(r, detail::hull_of_corners(z, below, -1, corner), x, open);
  }
  return outward<T>(r);
}

namespace detail {

/// The greatest binary64 numbers below pi / 2 and pi; their successors lie above.
inline constexpr double below_half_pi = 0x1.921fb54442d18p+0, below_pi = 0x1.921fb54442d18p+1;

/// [tan l, tan u] for l and u on one branch, with the given values where a bound leaves the branch.
FPCHECK_HD inline interval<double> tan_between(double l, double u, bool open_below, double at_lower, bool open_above,
                                               double at_upper) noexcept {
  const double lower = open_below ? at_lower : exact::round_down(exact::elementary::tan(l));
  const double upper = open_above ? at_upper : exact::round_up(exact::elementary::tan(u));
  return lower <= upper ? between(lower, upper) : interval<double>{};
}

/// { s / tan c } for s > 0 and angles in (0, pi).
FPCHECK_HD inline interval<double> abscissae_above(interval<double> s, interval<double> c) noexcept {
  const interval<double> positive = clipped(s, 0, infinity);
  if (positive.is_empty() || positive.high() == 0 || c.is_empty() || c.high() <= 0 || c.low() > below_pi) return {};
  const double lower = c.high() > below_pi ? -infinity : recip(tan(interval<double>{c.high()})).low();
  const double upper = c.low() <= 0 ? infinity : recip(tan(interval<double>{c.low()})).high();
  return lower <= upper ? positive * between(lower, upper) : interval<double>{};
}

} // namespace detail

/// { t in x | atan t in c }.
template <class T>
FPCHECK_HD interval<T> atan_rev(interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  using detail::below_half_pi;
  if (c.is_empty() || x.is_empty() || c.low() > below_half_pi || c.high() < -below_half_pi) return {};
  const interval<double> t = detail::tan_between(c.low(), c.high(), c.low() < -below_half_pi, -infinity, c.high() > below_half_pi, infinity);
  return outward<T>(intersection(t, interval<double>(x)));
}

/// { y in x | atan2(y, t) in c for some t in b }. Error: an enclosure; the tightest is not promised.
template <class T>
FPCHECK_HD interval<T> atan2_rev1(interval<T> b, interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  using detail::below_half_pi, detail::below_pi;
  if (b.is_empty() || c.is_empty()) return {};
  const interval<double> right = detail::clipped(b, 0, infinity), left = detail::clipped(b, -infinity, 0), wide(x);
  const double l = c.low(), u = c.high();
  interval<double> r{};
  const auto join = [&r, wide](interval<double> piece) { r = convex_hull(r, intersection(piece, wide)); };
  if (!right.is_empty() && l <= below_half_pi && u >= -below_half_pi)
    join(right * detail::tan_between(l, u, l < -below_half_pi, -infinity, u > below_half_pi, infinity));
  if (!left.is_empty() && u > below_half_pi && l <= below_pi)
    join(left * detail::tan_between(l, u, l <= below_half_pi, -infinity, u > below_pi, 0));
  if (!left.is_empty() && l < -below_half_pi && u >= -below_pi)
    join(left * detail::tan_between(l, u, l < -below_pi, 0, u >= -below_half_pi, infinity));
  if (is_member(0, b) && l <= below_half_pi && u > below_half_pi) join(between(0, infinity));
  if (is_member(0, b) && u >= -below_half_pi && l < -below_half_pi) join(between(-infinity, 0));
  return outward<T>(r);
}

/// { t in x | atan2(y, t) in c for some y in a }. Error: an enclosure; the tightest is not promised.
template <class T>
FPCHECK_HD interval<T> atan2_rev2(interval<T> a, interval<T> c, interval<T> x = interval<T>::entire()) noexcept {
  if (a.is_empty() || c.is_empty()) return {};
  const interval<double> y(a), angle(c), wide(x);
  interval<double> r = intersection(detail::abscissae_above(y, angle), wide);
  r = convex_hull(r, intersection(detail::abscissae_above(detail::negate(y), detail::negate(angle)), wide));
  if (is_member(0, a) && is_member(0, c)) r = convex_hull(r, intersection(between(0, infinity), wide));
  if (is_member(0, a) && c.low() <= detail::below_pi && c.high() > detail::below_pi)
    r = convex_hull(r, intersection(between(-infinity, 0), wide));
  return outward<T>(r);
}

} // namespace fpcheck::interval
