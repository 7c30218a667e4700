#pragma once
#include <fpcheck/formats/basic_float.hpp>
#include <fpcheck/interval/directed.hpp>

#include <type_traits>

/// Set-based intervals of IEEE 1788-2015 over binary64, binary32 and the narrow formats, for host and device.
namespace fpcheck::interval {

/// The numbers that may bound an interval over T: how a binary64 number is rounded to one of them.
/// Bounds of narrow formats are kept in binary32, so that an unbounded interval exists over formats without infinity.
template <class T>
struct grid;

namespace detail {

/// A bound as binary64. What device code of -ftz=true computes with takes subnormal numbers of binary32 for zeros: they go by their bits.
template <class Bound>
FPCHECK_HD FPCHECK_INLINE constexpr double exactly(Bound x) noexcept {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_same_v<Bound, float>) {
    const std::uint32_t bits = bits_of(x);
    if ((bits & 0x7f800000u) == 0) {
      const double size = static_cast<double>(static_cast<std::int32_t>(bits & 0x7fffffu)) * 0x1p-149;
      return bits >> 31 != 0 ? -size : size;
    }
  }
#endif
  return static_cast<double>(x);
}
/// A binary64 number as binary32, the same way. Requires: x is a number of binary32, or an infinity.
FPCHECK_HD FPCHECK_INLINE constexpr float stored(double x) noexcept {
#if defined(__CUDA_ARCH__)
  if (exact::abs(x) < 0x1p-126) {
    const auto n = static_cast<std::int32_t>(x * 0x1p149);
    return bit_cast<float>(n < 0 ? 0x80000000u | static_cast<std::uint32_t>(-n) : static_cast<std::uint32_t>(n));
  }
#endif
  return static_cast<float>(x);
}
FPCHECK_HD FPCHECK_INLINE constexpr double negated(double x) noexcept { return -x; }
FPCHECK_HD FPCHECK_INLINE constexpr float negated(float x) noexcept {
#if defined(__CUDA_ARCH__)
  return bit_cast<float>(bits_of(x) ^ 0x80000000u);
#else
  return -x;
#endif
}
/// x, and 0 for -0.
FPCHECK_HD FPCHECK_INLINE constexpr double unsigned_zero(double x) noexcept { return x + 0.0; }
FPCHECK_HD FPCHECK_INLINE constexpr float unsigned_zero(float x) noexcept {
#if defined(__CUDA_ARCH__)
  return bits_of(x) == 0x80000000u ? 0.0f : x;
#else
  return x + 0.0f;
#endif
}

/// x rounded down to a multiple of the quantum that a format of that precision and least exponent has at x.
/// Requires: x finite. Range: not limited above.
FPCHECK_HD inline double floor_to(double x, int precision, int min_exponent) noexcept {
  const int field = static_cast<int>(bits_of(x) >> 52 & 0x7ff);
  const int e = field - 1023 > min_exponent ? field - 1023 : min_exponent;
  const double quantum = exact::power_of_two(e - precision + 1), inverse = exact::power_of_two(precision - 1 - e);
  return exact::mul(__builtin_floor(exact::mul(x, inverse)), quantum);
}

} // namespace detail

template <>
struct grid<double> {
  using bound = double;
  static constexpr double largest = interval::largest;
  FPCHECK_HD static constexpr double down(double x) noexcept { return x; }
};

template <>
struct grid<float> {
  using bound = float;
  static constexpr double largest = std::numeric_limits<float>::max();
  FPCHECK_HD static float down(double x) noexcept {
#if defined(__CUDA_ARCH__)
    if (exact::abs(x) < 0x1p-126) return detail::stored(exact::mul(__builtin_floor(exact::mul(x, 0x1p149)), 0x1p-149));
    return __double2float_rd(x);
#else
    if (!(exact::abs(x) <= largest)) return static_cast<float>(x == infinity ? x : (x > 0 ? largest : -infinity));
    return static_cast<float>(detail::floor_to(x, 24, -126));
#endif
  }
};

template <class Tag>
struct grid<basic_float<Tag>> {
  using bound = float;
  static constexpr double largest = decode_double(Tag::row, max_magnitude(Tag::row));
  FPCHECK_HD static float down(double x) noexcept {
    if (!(exact::abs(x) <= largest)) return static_cast<float>(x == infinity ? x : (x > 0 ? largest : -infinity));
    const double r = detail::floor_to(x, Tag::row.precision, min_exponent(Tag::row));
    return detail::stored(r < -largest ? -infinity : r);
  }
};

/// A closed set of reals between two bounds, or the empty set. -inf and +inf bound but do not belong.
/// Invariant: lower <= upper, lower < +inf, upper > -inf; the empty set is (+inf, -inf). No bound is NaN; a zero bound
/// may have either sign.
template <class T>
class interval {
public:
  using bound = typename grid<T>::bound;

  /// The empty set.
  FPCHECK_HD constexpr interval() noexcept : lower_(detail_infinity()), upper_(-detail_infinity()) {}
  /// The set of one number, or the empty set for what is not a real number.
  FPCHECK_HD constexpr explicit interval(bound x) noexcept : interval(x, x) {}
  /// [lower, upper], or the empty set where that is no interval (a NaN, lower > upper, [inf, inf]).
  FPCHECK_HD constexpr interval(bound lower, bound upper) noexcept : lower_(detail::unsigned_zero(lower)), upper_(detail::unsigned_zero(upper)) {
    const bool valid = low() <= high() && low() < infinity && high() > -infinity;
    if (!valid) lower_ = detail_infinity(), upper_ = -detail_infinity();
  }
  /// [lower, upper] for bounds known to be valid and in order: no test, no instruction.
  FPCHECK_HD FPCHECK_INLINE static constexpr interval trusted(bound lower, bound upper) noexcept {
    interval r;
    r.lower_ = lower, r.upper_ = upper;
    return r;
  }
  /// The same set over a wider format.
  template <class Other>
    requires(!std::is_same_v<Other, T> && sizeof(typename grid<Other>::bound) <= sizeof(bound))
  FPCHECK_HD constexpr interval(interval<Other> x) noexcept
    requires std::is_same_v<T, double>
      : lower_(x.low()), upper_(x.high()) {}

  /// All reals.
  FPCHECK_HD static constexpr interval entire() noexcept { return {-detail_infinity(), detail_infinity()}; }
  /// No real.
  FPCHECK_HD static constexpr interval empty() noexcept { return {}; }

  FPCHECK_HD constexpr bound lower() const noexcept { return lower_; }
  FPCHECK_HD constexpr bound upper() const noexcept { return upper_; }

  /// The bounds as binary64, exactly: comparing and computing with these is the same in all code.
  FPCHECK_HD constexpr double low() const noexcept { return detail::exactly(lower_); }
  FPCHECK_HD constexpr double high() const noexcept { return detail::exactly(upper_); }

  /// Whether no number belongs. Integer arithmetic: device code counts floating-point instructions.
  FPCHECK_HD constexpr bool is_empty() const noexcept { return bits_of(lower_) == bits_of(detail_infinity()); }

  FPCHECK_HD constexpr bool operator==(const interval& o) const noexcept {
    return low() == o.low() && high() == o.high();
  }

private:
  FPCHECK_HD static constexpr bound detail_infinity() noexcept { return exact::infinity_of<bound>(); }
  bound lower_;
  bound upper_;
};

/// The least interval over T that holds `x`.
template <class T>
FPCHECK_HD FPCHECK_INLINE interval<T> outward(interval<double> x) noexcept {
  if constexpr (std::is_same_v<T, double>) return x;
  else if (x.is_empty()) return {};
  else return interval<T>::trusted(grid<T>::down(x.lower()), detail::negated(grid<T>::down(-x.upper())));
}

/// [lower, upper] for bounds known to be in order.
FPCHECK_HD FPCHECK_INLINE constexpr interval<double> between(double lower, double upper) noexcept {
  return interval<double>::trusted(lower, upper);
}

/// The least interval over T that holds the reals between two binary64 numbers; empty where there is none.
template <class T>
FPCHECK_HD interval<T> numbers_to_interval(double lower, double upper) noexcept {
  return outward<T>(interval<double>{lower, upper});
}

/// The intersection.
template <class T>
FPCHECK_HD constexpr interval<T> intersection(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty() || b.is_empty()) return {};
  return {a.low() > b.low() ? a.lower() : b.lower(), a.high() < b.high() ? a.upper() : b.upper()};
}
/// The least interval that holds both.
template <class T>
FPCHECK_HD constexpr interval<T> convex_hull(interval<T> a, interval<T> b) noexcept {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {a.low() < b.low() ? a.lower() : b.lower(), a.high() > b.high() ? a.upper() : b.upper()};
}

} // namespace fpcheck::interval
