#pragma once
#include <fpcheck/interval/interval.hpp>

#include <cstdint>

/// Boolean relations of IEEE 1788-2015, 10.5.10 and 10.6.3, and the sixteen states of overlap.
namespace fpcheck::interval {

template <class T>
FPCHECK_HD constexpr bool is_entire(interval<T> a) noexcept {
  return a == interval<T>::entire();
}
/// A single number.
template <class T>
FPCHECK_HD constexpr bool is_singleton(interval<T> a) noexcept {
  return a.low() == a.high();
}
/// Bounded and not empty.
template <class T>
FPCHECK_HD constexpr bool is_common(interval<T> a) noexcept {
  return !a.is_empty() && a.low() > -infinity && a.high() < infinity;
}
/// Whether the finite number x belongs.
template <class T>
FPCHECK_HD constexpr bool is_member(double x, interval<T> a) noexcept {
  return exact::abs(x) < infinity && a.low() <= x && x <= a.high();
}
/// Same set.
template <class T>
FPCHECK_HD constexpr bool equal(interval<T> a, interval<T> b) noexcept { return a == b; }
/// a is contained in b.
template <class T>
FPCHECK_HD constexpr bool subset(interval<T> a, interval<T> b) noexcept {
  return a.is_empty() || (b.low() <= a.low() && a.high() <= b.high());
}
/// Both bounds of a are at most those of b.
template <class T>
FPCHECK_HD constexpr bool less(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return a.is_empty() && b.is_empty();
  return a.low() <= b.low() && a.high() <= b.high();
}
/// No number of a is above any of b.
template <class T>
FPCHECK_HD constexpr bool precedes(interval<T> a, interval<T> b) noexcept {
  return a.is_empty() || b.is_empty() || a.high() <= b.low();
}

namespace detail {
template <class B>
FPCHECK_HD constexpr bool below(B a, B b) noexcept {
  return a < b || (a == b && (a == exact::infinity_of<B>() || a == -exact::infinity_of<B>()));
}
} // namespace detail

/// a is contained in the interior of b.
template <class T>
FPCHECK_HD constexpr bool interior(interval<T> a, interval<T> b) noexcept {
  return a.is_empty() || (detail::below(b.low(), a.low()) && detail::below(a.high(), b.high()));
}
/// Both bounds of a are below those of b.
template <class T>
FPCHECK_HD constexpr bool strictly_less(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return a.is_empty() && b.is_empty();
  return detail::below(a.low(), b.low()) && detail::below(a.high(), b.high());
}
/// Every number of a is below every one of b.
template <class T>
FPCHECK_HD constexpr bool strictly_precedes(interval<T> a, interval<T> b) noexcept {
  return a.is_empty() || b.is_empty() || a.high() < b.low();
}
/// No number belongs to both.
template <class T>
FPCHECK_HD constexpr bool disjoint(interval<T> a, interval<T> b) noexcept {
  return a.is_empty() || b.is_empty() || a.high() < b.low() || b.high() < a.low();
}

/// How two intervals lie, IEEE 1788-2015, table 10.7.
enum class overlap_state : std::uint8_t {
  both_empty, first_empty, second_empty, before, meets, overlaps, starts, contained_by, finishes, equals,
  finished_by, contains, started_by, overlapped_by, met_by, after
};

template <class T>
FPCHECK_HD constexpr overlap_state overlap(interval<T> a, interval<T> b) noexcept {
  using s = overlap_state;
  if (a.is_empty() || b.is_empty())
    return a.is_empty() ? (b.is_empty() ? s::both_empty : s::first_empty) : s::second_empty;
  const auto al = a.low(), au = a.high(), bl = b.low(), bu = b.high();
  if (au < bl) return s::before;
  if (bu < al) return s::after;
  if (al == bl) return au == bu ? s::equals : (au < bu ? s::starts : s::started_by);
  if (au == bu) return al > bl ? s::finishes : s::finished_by;
  if (au == bl) return s::meets;
  if (bu == al) return s::met_by;
  if (al < bl) return au < bu ? s::overlaps : s::contains;
  return au < bu ? s::contained_by : s::overlapped_by;
}

} // namespace fpcheck::interval
