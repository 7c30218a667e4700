#pragma once
#include <fpcheck/interval/cofunctions.hpp>
#include <fpcheck/interval/reverse.hpp>

/// Decorated intervals of IEEE 1788-2015, clauses 8 and 11: a set and how much the evaluation so far has proved of it.
namespace fpcheck::interval {

/// From nothing to everything: ill-formed; trivial; defined; defined and continuous; common (also bounded).
enum class decoration : std::uint8_t { ill, trv, def, dac, com };

/// An interval and its decoration. NaI (not an interval) is the empty set with `ill`.
template <class T>
struct decorated {
  interval<T> part;
  decoration mark = decoration::trv;

  decorated() = default;
  /// The strongest decoration that the set itself allows.
  FPCHECK_HD constexpr explicit decorated(interval<T> x) noexcept
      : part(x), mark(x.is_empty() ? decoration::trv : (is_common(x) ? decoration::com : decoration::dac)) {}
  /// The set of one number.
  FPCHECK_HD constexpr explicit decorated(typename interval<T>::bound x) noexcept : decorated(interval<T>{x}) {}
  /// x with the decoration d, lowered to what the set allows; NaI for `ill`.
  FPCHECK_HD constexpr decorated(interval<T> x, decoration d) noexcept : decorated(x) {
    if (d == decoration::ill) part = {}, mark = d;
    else if (d < mark) mark = d;
  }
  FPCHECK_HD static constexpr decorated nai() noexcept { return {interval<T>{}, decoration::ill}; }
  FPCHECK_HD constexpr bool is_nai() const noexcept { return mark == decoration::ill; }

  /// Equal sets; NaI equals nothing.
  FPCHECK_HD constexpr bool operator==(const decorated& o) const noexcept {
    return !is_nai() && !o.is_nai() && part == o.part;
  }
};

namespace detail {

FPCHECK_HD constexpr decoration weakest(decoration a) noexcept { return a; }
template <class... Rest>
FPCHECK_HD constexpr decoration weakest(decoration a, decoration b, Rest... rest) noexcept {
  return weakest(a < b ? a : b, rest...);
}

/// A result over decorated arguments, where the function itself earned `own`.
template <class T, class... Argument>
FPCHECK_HD constexpr decorated<T> propagate(interval<T> result, decoration own, const Argument&... x) noexcept {
  return {result, weakest(own, x.mark...)};
}
FPCHECK_HD constexpr decoration when(bool inside) noexcept { return inside ? decoration::com : decoration::trv; }

/// A step function over a: `com` where no jump touches a, `dac` where it is constant on a, `def` otherwise.
FPCHECK_HD constexpr decoration of_steps(bool jump, bool constant) noexcept {
  return !jump ? decoration::com : (constant ? decoration::dac : decoration::def);
}

} // namespace detail

template <class T>
FPCHECK_HD decorated<T> operator+(decorated<T> a) noexcept { return a; }
template <class T>
FPCHECK_HD decorated<T> operator-(decorated<T> a) noexcept { return detail::propagate(-a.part, decoration::com, a); }
template <class T>
FPCHECK_HD decorated<T> operator+(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(a.part + b.part, decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> operator-(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(a.part - b.part, decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> operator*(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(a.part * b.part, decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> operator/(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(a.part / b.part, detail::when(!is_member(0, b.part)), a, b);
}
template <class T>
FPCHECK_HD decorated<T> recip(decorated<T> a) noexcept {
  return detail::propagate(recip(a.part), detail::when(!is_member(0, a.part)), a);
}
template <class T>
FPCHECK_HD decorated<T> fma(decorated<T> a, decorated<T> b, decorated<T> c) noexcept {
  return detail::propagate(fma(a.part, b.part, c.part), decoration::com, a, b, c);
}

// Functions that are defined and continuous everywhere.
#define FPCHECK_CONTINUOUS(name)                                                                                       \
  template <class T>                                                                                                   \
  FPCHECK_HD decorated<T> name(decorated<T> a) noexcept {                                                              \
    return detail::propagate(name(a.part), decoration::com, a);                                                        \
  }
// Functions with a domain: `inside` says whether all of a.part belongs to it.
#define FPCHECK_PARTIAL(name, inside)                                                                                  \
  template <class T>                                                                                                   \
  FPCHECK_HD decorated<T> name(decorated<T> a) noexcept {                                                              \
    return detail::propagate(name(a.part), detail::when(inside), a);                                                   \
  }
#include <fpcheck/interval/decorated.def>
#undef FPCHECK_CONTINUOUS
#undef FPCHECK_PARTIAL

template <class T>
FPCHECK_HD decorated<T> min(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(min(a.part, b.part), decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> max(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(max(a.part, b.part), decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> hypot(decorated<T> a, decorated<T> b) noexcept {
  return detail::propagate(hypot(a.part, b.part), decoration::com, a, b);
}
template <class T>
FPCHECK_HD decorated<T> tan(decorated<T> a) noexcept {
  const detail::quarter_walk w = a.part.is_empty() ? detail::quarter_walk{} : detail::walk(interval<double>(a.part));
  return detail::propagate(tan(a.part), detail::when(!detail::crosses(w, 0) && !detail::crosses(w, 2)), a);
}
template <class T>
FPCHECK_HD decorated<T> pown(decorated<T> a, int n) noexcept {
  return detail::propagate(pown(a.part, n), detail::when(n >= 0 || !is_member(0, a.part)), a);
}
template <class T>
FPCHECK_HD decorated<T> rootn(decorated<T> a, int q) noexcept {
  const bool inside = q != 0 && (q % 2 != 0 || a.part.low() >= 0) && (q > 0 || !is_member(0, a.part));
  return detail::propagate(rootn(a.part, q), detail::when(inside), a);
}
template <class T>
FPCHECK_HD decorated<T> pow(decorated<T> a, decorated<T> b) noexcept {
  const bool inside = a.part.low() > 0 || (a.part.low() == 0 && b.part.low() > 0);
  return detail::propagate(pow(a.part, b.part), detail::when(inside), a, b);
}
template <class T>
FPCHECK_HD decorated<T> atan2(decorated<T> y, decorated<T> x) noexcept {
  decoration own = decoration::com;
  if (is_member(0, y.part) && is_member(0, x.part)) own = decoration::trv;
  else if (is_member(0, y.part) && x.part.low() < 0) own = y.part.low() < 0 ? decoration::def : decoration::dac;
  return detail::propagate(atan2(y.part, x.part), own, y, x);
}
template <class T>
FPCHECK_HD decorated<T> sign(decorated<T> a) noexcept {
  return detail::propagate(sign(a.part), detail::of_steps(is_member(0, a.part), is_singleton(a.part)), a);
}

namespace detail {

/// A step function that jumps at integers moved by `shift` halves: whether a jump lies in a, and constancy.
template <class T>
FPCHECK_HD decoration step_decoration(interval<T> a, interval<T> image, double shift) noexcept {
  if (a.is_empty()) return decoration::trv;
  // The grid of jumps is n + shift; a bounds one if the next at or above the lower bound is not above the upper one.
  const double lower = a.low(), upper = a.high();
  if (lower == -infinity || upper == infinity) return decoration::def;
  const bool whole = exact::abs(lower) >= 0x1p52 || exact::abs(upper) >= 0x1p52;
  const double next = __builtin_ceil(lower - shift) + shift;
  return of_steps(whole ? shift == 0 || lower != upper : next <= upper, is_singleton(image));
}

} // namespace detail

template <class T>
FPCHECK_HD decorated<T> floor(decorated<T> a) noexcept {
  const interval<T> r = floor(a.part);
  return detail::propagate(r, detail::step_decoration(a.part, r, 0.0), a);
}
template <class T>
FPCHECK_HD decorated<T> ceil(decorated<T> a) noexcept {
  const interval<T> r = ceil(a.part);
  return detail::propagate(r, detail::step_decoration(a.part, r, 0.0), a);
}
template <class T>
FPCHECK_HD decorated<T> trunc(decorated<T> a) noexcept {
  const interval<T> r = trunc(a.part);
  // No jump at 0.
  const bool around_zero = a.part.low() > -1 && a.part.high() < 1;
  return detail::propagate(r, around_zero ? decoration::com : detail::step_decoration(a.part, r, 0.0), a);
}
template <class T>
FPCHECK_HD decorated<T> round_ties_to_even(decorated<T> a) noexcept {
  const interval<T> r = round_ties_to_even(a.part);
  return detail::propagate(r, detail::step_decoration(a.part, r, 0.5), a);
}
template <class T>
FPCHECK_HD decorated<T> round_ties_to_away(decorated<T> a) noexcept {
  const interval<T> r = round_ties_to_away(a.part);
  return detail::propagate(r, detail::step_decoration(a.part, r, 0.5), a);
}

/// Set operations and reverse operations say nothing of a function: their decoration is trv, or NaI.
template <class T>
FPCHECK_HD constexpr decorated<T> without_proof(interval<T> x, bool any_nai) noexcept {
  return any_nai ? decorated<T>::nai() : decorated<T>{x, decoration::trv};
}
template <class T>
FPCHECK_HD constexpr decorated<T> intersection(decorated<T> a, decorated<T> b) noexcept {
  return without_proof(intersection(a.part, b.part), a.is_nai() || b.is_nai());
}
template <class T>
FPCHECK_HD constexpr decorated<T> convex_hull(decorated<T> a, decorated<T> b) noexcept {
  return without_proof(convex_hull(a.part, b.part), a.is_nai() || b.is_nai());
}
template <class T>
FPCHECK_HD decorated<T> cancel_minus(decorated<T> a, decorated<T> b) noexcept {
  return without_proof(cancel_minus(a.part, b.part), a.is_nai() || b.is_nai());
}
template <class T>
FPCHECK_HD decorated<T> cancel_plus(decorated<T> a, decorated<T> b) noexcept {
  return without_proof(cancel_plus(a.part, b.part), a.is_nai() || b.is_nai());
}

/// Two decorated pieces.
template <class T>
struct decorated_pair {
  decorated<T> first;
  decorated<T> second;
};
/// As for bare intervals; where 0 is not in b the one piece is a division and is decorated like one.
template <class T>
FPCHECK_HD decorated_pair<T> mul_rev_to_pair(decorated<T> b, decorated<T> c) noexcept {
  if (b.is_nai() || c.is_nai()) return {decorated<T>::nai(), decorated<T>::nai()};
  const interval_pair<T> p = mul_rev_to_pair(b.part, c.part);
  const bool division = !is_member(0, b.part) && !b.part.is_empty();
  return {division ? detail::propagate(p.first, decoration::com, b, c) : decorated<T>{p.first, decoration::trv},
          decorated<T>{p.second, decoration::trv}};
}

} // namespace fpcheck::interval
