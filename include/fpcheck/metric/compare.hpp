#pragma once
#include <fpcheck/metric/distance.hpp>

namespace fpcheck::metric {

/// How far apart two numbers may be: |actual - expected| <= absolute + relative * |expected|, or at most so many ulps.
/// A number passes if one of the two holds; the default demands equality.
struct allowance {
  double absolute = 0;
  double relative = 0;
  double ulps = 0;
};

/// Whether NaN where NaN is expected agrees.
enum class nan_match : std::uint8_t { agrees, differs };

/// The outcome of one comparison. Everything up to `within` agrees.
enum class agreement : std::uint8_t {
  identical,           ///< the same bits
  equal,               ///< equal values of unlike bits: -0 and 0
  both_nan,            ///< NaN where NaN was expected
  within,              ///< apart, by no more than allowed
  apart,               ///< apart by more
  sign_of_infinity,    ///< infinities of unlike sign
  infinite_for_finite, ///< an infinity where a number was expected, or the other way about
  nan_for_number,      ///< NaN where a number was expected
  number_for_nan       ///< a number where NaN was expected
};

/// Whether the outcome counts as agreement. NaN never agrees with a number.
FPCHECK_HD FPCHECK_INLINE constexpr bool agrees(agreement a) noexcept {
  return a <= agreement::within;
}

namespace detail {
FPCHECK_HD FPCHECK_INLINE constexpr std::uint64_t magnitude_of(double x) noexcept {
  return bits_of(x) & (~std::uint64_t{0} >> 1);
}
FPCHECK_HD FPCHECK_INLINE constexpr double absolute_value(double x) noexcept {
  return bit_cast<double>(magnitude_of(x));
}
} // namespace detail

/// Compares `actual` with `expected` on the grid `g`. A NaN allowance allows nothing; an infinite one allows every
/// finite difference, and no NaN or infinity.
FPCHECK_HD FPCHECK_INLINE constexpr agreement compare(const grid& g, double actual, double expected,
                                                      const allowance& allowed = {},
                                                      nan_match nans = nan_match::agrees) noexcept {
  constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  const std::uint64_t a = detail::magnitude_of(actual), e = detail::magnitude_of(expected);
  if (a > infinity && e > infinity) return nans == nan_match::agrees ? agreement::both_nan : agreement::nan_for_number;
  if (a > infinity) return agreement::nan_for_number;
  if (e > infinity) return agreement::number_for_nan;
  if (bits_of(actual) == bits_of(expected)) return agreement::identical;
  if (a == infinity && e == infinity) return agreement::sign_of_infinity;
  if (a == infinity || e == infinity) return agreement::infinite_for_finite;
  if (a == 0 && e == 0) return agreement::equal;
  const double difference = detail::absolute_value(actual - expected);
  const double limit = allowed.absolute + allowed.relative * detail::absolute_value(expected);
  // Written so that an undecidable limit (NaN) fails.
  if (difference <= limit && (difference != 0 || limit > 0)) return agreement::within;
  return error_in_ulps(g, actual, expected) <= allowed.ulps ? agreement::within : agreement::apart;
}
/// Compares `actual` with `expected` in ulps of the format `Tag`.
template <class Tag>
FPCHECK_HD constexpr agreement compare(double actual, double expected, const allowance& allowed = {},
                                       nan_match nans = nan_match::agrees) noexcept {
  return compare(grid_of(Tag::row), actual, expected, allowed, nans);
}

} // namespace fpcheck::metric
