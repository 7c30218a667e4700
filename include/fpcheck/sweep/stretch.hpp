#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/config.hpp>
#include <fpcheck/exact/error_free.hpp>

#include <cstdint>

/// Many neighbouring binary64 inputs judged by one polynomial with a certified error, for host and device.
namespace fpcheck::sweep {

inline constexpr int stretch_degree = 4;

/// Inputs of one sign at even distances, and the function there: at an input x it is within `error` of
/// high + (c[0] + c[1] t + ... + c[4] t^4), t = (|x| - center) scale, as `rest` computes it.
/// Over the stretch the function keeps its sign and stays within a quarter of `high`.
struct stretch {
  std::uint64_t first = 0, spacing = 1; ///< codes: input i is first + i spacing
  std::uint64_t second = 0;             ///< the second argument of all, of a function of two
  std::uint32_t count = 0;
  std::int32_t direction = 0;           ///< whether the function rises (1) or falls (-1) from input to input; 0 where that is not known
  double center = 0, scale = 1;         ///< the scale is a power of two; t lies between -1 and 1
  double high = 0, error = 0;
  double c[stretch_degree + 1] = {};

  FPCHECK_HD std::uint64_t code(std::uint32_t i) const noexcept { return first + i * spacing; }
};

/// What was found in a part of a stretch.
struct stretch_tally {
  std::uint64_t inputs = 0, not_nearest = 0, open = 0; ///< open: whether it is the nearest number is not known
  std::uint64_t reversals = 0;                         ///< results that go the other way than the function
  std::uint64_t code = ~std::uint64_t{0}, second = ~std::uint64_t{0}, result = 0; ///< of the largest error, the least codes of several
  std::uint64_t reversal_code = ~std::uint64_t{0};
  double ulps = -1, uncertain = 0;                     ///< the largest error in ulps of the exact value; how far any may be from what was computed
};

/// The function at a code less `high`. Error: the stretch's, of which src/sweep/stretch_builder.cpp adds up the parts.
FPCHECK_HD inline double rest(const stretch& s, std::uint64_t code) noexcept {
  const double x = bit_cast<double>(code & ~std::uint64_t{0} >> 1);
  const double t = exact::mul(x - s.center, s.scale); // exact: both lie within a factor of two
  double p = s.c[stretch_degree];
  for (int i = stretch_degree - 1; i >= 0; --i) p = exact::fma(p, t, s.c[i]);
  return p;
}

namespace detail {

/// The exponent of the leading bit of high + p, of which `value` is the rounded sum. Requires: both lie within a factor of two.
FPCHECK_HD inline int binade_of_sum(double high, double p, double value) noexcept {
  const int binade = static_cast<int>(bits_of(value) >> 52 & 0x7ff) - 1023;
  if ((bits_of(value) & 0xfffffffffffffull) != 0) return binade;
  const double left = (high - value) + p; // a power of two may be where a lesser number was rounded to
  return (value < 0 ? left > 0 : left < 0) ? binade - 1 : binade;
}

} // namespace detail

/// Judges the result for an input of the stretch; `before` is that for the input before it, if there is one.
/// Error: the distance from the exact value is right to the stretch's error and a rounding; a result that is far off, infinite or NaN has an infinite one.
FPCHECK_HD inline void judge(stretch_tally& t, const stretch& s, std::uint32_t i, double result, const double* before) noexcept {
  const std::uint64_t code = s.code(i);
  const double p = rest(s, code);
  const double inverse_ulp = bit_cast<double>(static_cast<std::uint64_t>(1023 + 52 - detail::binade_of_sum(s.high, p, s.high + p)) << 52);
  // The result is subtracted exactly where it lies within a factor of two.
  double ulps = exact::mul(exact::abs((result - s.high) - p), inverse_ulp);
  if (!(ulps <= 0x1p52)) ulps = __builtin_huge_val();
  const double uncertain = exact::mul(s.error, inverse_ulp);
  ++t.inputs;
  if (ulps > 0.5 + uncertain) ++t.not_nearest;
  else if (ulps > 0.5 - uncertain) ++t.open;
  if (uncertain > t.uncertain) t.uncertain = uncertain;
  if (ulps > t.ulps || (ulps == t.ulps && code < t.code)) t.ulps = ulps, t.code = code, t.second = s.second, t.result = bits_of(result);
  if (before == nullptr || s.direction == 0) return;
  if (s.direction > 0 ? result < *before : result > *before) {
    ++t.reversals;
    if (code < t.reversal_code) t.reversal_code = code;
  }
}

/// Adds what was found in another part: any order and grouping gives the same.
FPCHECK_HD inline void merge(stretch_tally& into, const stretch_tally& more) noexcept {
  into.inputs += more.inputs, into.not_nearest += more.not_nearest, into.open += more.open, into.reversals += more.reversals;
  if (more.reversal_code < into.reversal_code) into.reversal_code = more.reversal_code;
  if (more.uncertain > into.uncertain) into.uncertain = more.uncertain;
  const bool less = more.code < into.code || (more.code == into.code && more.second < into.second);
  if (more.ulps > into.ulps || (more.ulps == into.ulps && less)) into.ulps = more.ulps, into.code = more.code, into.second = more.second, into.result = more.result;
}

} // namespace fpcheck::sweep
