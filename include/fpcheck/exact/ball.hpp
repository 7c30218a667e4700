#pragma once
#include <fpcheck/exact/error_free.hpp>

#include <limits>

/// Midpoint-radius enclosures. Radii are rounded upward by a factor, never by a rounding mode, and every body is
/// branch-free, so that a loop over the lanes of a warp vectorises.
namespace fpcheck::exact {

/// A set of extended reals that holds the exact value.
///   midpoint finite, radius finite   [midpoint - radius, midpoint + radius]; radius 0 is one exactly known value
///   midpoint infinite, radius 0      exactly that infinity (a mask or a key that came in as data, or x / 0)
///   midpoint NaN, radius 0           certainly undefined: inf - inf, 0 * inf, sqrt of a negative value
///   radius infinite                  nothing is known; the value may be undefined
/// A radius is never NaN and never negative. An exact operation on exact operands has radius 0.
template <class T>
struct ball {
  T midpoint;
  T radius;

  ball() = default;
  FPCHECK_HD constexpr ball(T m) noexcept : midpoint(m), radius(0) {}
  FPCHECK_HD constexpr ball(T m, T r) noexcept : midpoint(m), radius(r) {}
  bool operator==(const ball&) const = default;
};

namespace detail {

template <class T>
struct ball_constants {
  static constexpr T infinity = std::numeric_limits<T>::infinity();
  static constexpr T largest = std::numeric_limits<T>::max();
  static constexpr T unit = std::numeric_limits<T>::epsilon() / 2;
  /// Covers eight roundings of a relative size of `unit` each.
  static constexpr T up = 1 + 8 * std::numeric_limits<T>::epsilon();
  /// Covers eight roundings in the subnormal range and far more: a subnormal constant would cost an assist each time.
  static constexpr T eta = std::numeric_limits<T>::min();
  /// Residuals of results below this may themselves be rounded.
  static constexpr T residual_limit = std::numeric_limits<T>::min() / unit * 1024;
};

template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr bool finite(T x) noexcept { return abs(x) <= ball_constants<T>::largest; }

/// The radius for a sum `x` of at most eight non-negative roundings, upward; 0 stays 0, what is not a number is unknown.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr T upward(T x) noexcept {
  using k = ball_constants<T>;
  const T r = fma(x, k::up, k::eta);
  return x == 0 ? T(0) : (r <= k::largest ? r : k::infinity);
}

/// One midpoint out of a ball without zero in it: sign and infiniteness are certain.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr bool sign_is_certain(ball<T> a) noexcept {
  return (a.radius == 0) | (a.radius < abs(a.midpoint));
}

template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr bool is_zero(ball<T> a) noexcept { return (a.midpoint == 0) & (a.radius == 0); }

/// Puts the cases in which no residual exists in place of `radius`.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> settle(T midpoint, T radius, bool special, bool special_is_exact) noexcept {
  const T other = special_is_exact ? T(0) : ball_constants<T>::infinity;
  const bool overflowed = !special & !finite(midpoint);
  const T r = special ? other : radius;
  return {midpoint, overflowed ? ball_constants<T>::infinity : r};
}

} // namespace detail

/// -a. Error: none.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> operator-(ball<T> a) noexcept { return {-a.midpoint, a.radius}; }

/// |a|.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> abs(ball<T> a) noexcept { return {abs(a.midpoint), a.radius}; }

/// Encloses the sums. Error: the radius exceeds the least one by at most 2^-49 of itself and 2^-1021.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> operator+(ball<T> a, ball<T> b) noexcept {
  const rounded<T> s = two_sum(a.midpoint, b.midpoint);
  const bool special = !(detail::finite(a.midpoint) & detail::finite(b.midpoint));
  const bool known = detail::finite(a.radius) & detail::finite(b.radius);
  return detail::settle(s.value, detail::upward(a.radius + b.radius + abs(s.error)), special, known);
}

/// Encloses the differences. Error: as for the sums.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> operator-(ball<T> a, ball<T> b) noexcept { return a + -b; }

/// Encloses the products. Error: the radius exceeds that of the midpoint form by at most 2^-49 of itself and 2^-1021.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> operator*(ball<T> a, ball<T> b) noexcept {
  using k = detail::ball_constants<T>;
  const rounded<T> p = two_prod(a.midpoint, b.midpoint);
  const bool zero = detail::is_zero(a) | detail::is_zero(b);
  const bool small = (abs(p.value) < k::residual_limit) & (a.midpoint != 0) & (b.midpoint != 0);
  const T spread = fma(abs(a.midpoint), b.radius, mul(abs(b.midpoint) + b.radius, a.radius));
  const bool exact = (a.radius == 0) & (b.radius == 0);
  const T lost = abs(p.error) + (small ? k::eta : T(0)) + (exact ? T(0) : k::eta);
  const bool special = !(detail::finite(a.midpoint) & detail::finite(b.midpoint));
  const bool unknown = !(detail::finite(a.radius) & detail::finite(b.radius));
  const T r = unknown ? k::infinity : (zero ? T(0) : detail::upward(spread + lost));
  return detail::settle(p.value, r, special, detail::sign_is_certain(a) & detail::sign_is_certain(b));
}

/// Encloses a * b + c with one rounding of the midpoint.
/// Error: the midpoint's rounding counts with a full half ulp unless product and sum are both exact.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> fma(ball<T> a, ball<T> b, ball<T> c) noexcept {
  using k = detail::ball_constants<T>;
  const T m = fma(a.midpoint, b.midpoint, c.midpoint);
  const rounded<T> p = two_prod(a.midpoint, b.midpoint);
  const bool zero = detail::is_zero(a) | detail::is_zero(b);
  const bool small = (abs(p.value) < k::residual_limit) & (a.midpoint != 0) & (b.midpoint != 0);
  // m - p == c and m - c == p exactly when p + c needs no rounding (the two halves of two_sum's error).
  const bool clean = (p.error == 0) & !small & (m - p.value == c.midpoint) & (m - c.midpoint == p.value);
  const T spread = fma(abs(a.midpoint), b.radius, mul(abs(b.midpoint) + b.radius, a.radius));
  const bool exact = (a.radius == 0) & (b.radius == 0);
  const T half_ulp = fma(abs(m), k::unit, k::eta);
  const T lost = (clean ? T(0) : half_ulp) + ((exact | zero) ? T(0) : k::eta);
  const bool special = !(detail::finite(a.midpoint) & detail::finite(b.midpoint) & detail::finite(c.midpoint));
  const bool unknown = !(detail::finite(a.radius) & detail::finite(b.radius) & detail::finite(c.radius));
  const T r = unknown ? k::infinity : detail::upward((zero ? T(0) : spread) + c.radius + lost);
  const bool product_finite = detail::finite(a.midpoint) & detail::finite(b.midpoint);
  const bool product_certain =
      (product_finite & !unknown) | (!product_finite & detail::sign_is_certain(a) & detail::sign_is_certain(b));
  return detail::settle(m, r, special, product_certain & detail::finite(c.radius));
}

/// Encloses the quotients; unknown where the divisor's ball holds zero and more. x / 0 is IEEE 754's infinity or NaN.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> operator/(ball<T> a, ball<T> b) noexcept {
  using k = detail::ball_constants<T>;
  const T q = a.midpoint / b.midpoint;
  const T rest = abs(fma(-q, b.midpoint, a.midpoint));
  const bool small = (abs(a.midpoint) < k::residual_limit) & (a.midpoint != 0);
  const bool exact = (a.radius == 0) & (b.radius == 0);
  const T above = fma(abs(q), b.radius, a.radius) + rest + ((small | !exact) ? k::eta : T(0));
  const T below = mul(abs(b.midpoint) - b.radius, 1 - 4 * k::unit);
  const bool zero = detail::is_zero(a);
  const T lost = ((rest == 0) & exact & !small) ? T(0) : k::eta;
  const bool unknown = !(detail::finite(a.radius) & (b.radius < abs(b.midpoint)));
  const T r = unknown ? k::infinity : (zero ? T(0) : detail::upward(above / below + lost));
  const bool special = !(detail::finite(a.midpoint) & detail::finite(b.midpoint)) | (b.midpoint == 0);
  // x / inf is 0 for every finite x; otherwise both signs have to be certain.
  const bool vanishes = detail::finite(a.midpoint) & detail::finite(a.radius) & (b.radius == 0) & (b.midpoint != 0);
  return detail::settle(q, r, special, vanishes | (detail::sign_is_certain(a) & detail::sign_is_certain(b)));
}

/// Encloses the square roots; NaN for a ball below zero, unknown for one that holds zero and negative values.
template <class T>
FPCHECK_HD FPCHECK_INLINE ball<T> sqrt(ball<T> a) noexcept {
  using k = detail::ball_constants<T>;
  const T s = sqrt(a.midpoint);
  const T rest = abs(fma(-s, s, a.midpoint));
  const bool small = (a.midpoint < k::residual_limit) & (a.midpoint != 0);
  const T least = mul(a.midpoint - a.radius, 1 - 4 * k::unit);
  const T below = mul(s + sqrt(least > 0 ? least : T(0)), 1 - 4 * k::unit);
  const T above = a.radius + rest + (small ? k::eta : T(0));
  const bool exact = (a.radius == 0) & (rest == 0) & !small;
  const bool inside = (a.radius <= a.midpoint);
  const T r = !inside ? k::infinity : (exact ? T(0) : detail::upward(above / below + k::eta));
  const bool negative = (a.midpoint < 0) & detail::sign_is_certain(a);
  const bool special = negative | !detail::finite(a.midpoint);
  return detail::settle(s, r, special, detail::sign_is_certain(a));
}

/// Encloses the smaller of the two values; a NaN operand gives the other one, as PTX min does.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> min(ball<T> a, ball<T> b) noexcept {
  using k = detail::ball_constants<T>;
  const T am = a.midpoint, ar = a.radius, bm = b.midpoint, br = b.radius;
  const bool take_a = (am < bm) | (bm != bm);
  const T gap = mul(abs(am - bm), 1 - 2 * k::unit);
  const T reach = mul(ar + br, k::up);
  const T least = take_a ? ar : br;
  const T wide = ar < br ? br : ar;
  const bool other_is_nan = ((am != am) & (ar == 0)) | ((bm != bm) & (br == 0));
  const bool wins = ((gap >= reach) & (reach < k::infinity)) | other_is_nan;
  return {take_a ? am : bm, wins ? least : wide};
}

/// Encloses the larger of the two values; a NaN operand gives the other one, as PTX max does.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr ball<T> max(ball<T> a, ball<T> b) noexcept { return -min(-a, -b); }

/// True if the ball certainly holds x; NaN is held by an undefined or unknown ball only.
template <class T>
FPCHECK_HD constexpr bool contains(ball<T> a, T x) noexcept {
  if (a.radius == detail::ball_constants<T>::infinity) return true;
  if (x != x || a.midpoint != a.midpoint) return x != x && a.midpoint != a.midpoint;
  if (!detail::finite(x) || !detail::finite(a.midpoint)) return x == a.midpoint;
  const rounded<T> d = two_sum(x, -a.midpoint);
  return abs(d.value) < a.radius || (abs(d.value) == a.radius && (d.error == 0 || (d.error < 0) == (d.value > 0)));
}

} // namespace fpcheck::exact
