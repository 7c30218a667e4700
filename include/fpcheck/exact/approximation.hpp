#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/exact/double_double.hpp>
#include <fpcheck/exact/limits.hpp>

/// What an elementary kernel returns, and how it is rounded outward to binary64 or a narrower format.
namespace fpcheck::exact {

/// The true value lies in [high + low - error, high + low + error] * 2^exponent; error 0 says that it is exact.
/// high is normal or zero, |low| <= ulp(high) / 2 and error <= 2^-59 |high|. Values beyond 2^16384 stand for their
/// bound: exponent 16384 and above means "at least 2^16383", -16384 and below "positive, at most 2^-16383" in size.
struct approximation {
  double high;
  double low;
  double error;
  int exponent;
};

/// `v` 2^exponent known to a relative error.
FPCHECK_HD constexpr approximation approximate(double_double v, double relative, int exponent = 0) noexcept {
  return {v.high, v.low, mul(abs(v.high), relative), exponent};
}

/// Exactly `x`, which may be subnormal.
FPCHECK_HD constexpr approximation exactly(double x) noexcept {
  return abs(x) < 0x1p-900 ? approximation{mul(x, 0x1p100), 0, 0, -100} : approximation{x, 0, 0, 0};
}

/// A value between x (1 + 0) and x (1 + 2^-59), on the side away from zero.
FPCHECK_HD constexpr approximation just_above(double x) noexcept {
  approximation a = exactly(x);
  a.low = mul(a.high, 0x1p-60);
  a.error = abs(a.low);
  return a;
}
/// A value between x (1 - 2^-59) and x, on the side of zero.
FPCHECK_HD constexpr approximation just_below(double x) noexcept {
  approximation a = exactly(x);
  a.low = -mul(a.high, 0x1p-60);
  a.error = abs(a.low);
  return a;
}

FPCHECK_HD constexpr approximation operator-(approximation a) noexcept { return {-a.high, -a.low, a.error, a.exponent}; }

/// 2^k. Requires: -1022 <= k <= 1023.
FPCHECK_HD FPCHECK_INLINE constexpr double power_of_two(int k) noexcept {
  return bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

/// The next binary64 number above x; infinity stays. -0 and +0 both go to the least subnormal.
FPCHECK_HD FPCHECK_INLINE constexpr double next_up(double x) noexcept {
  const std::uint64_t b = bits_of(x);
  const std::uint64_t magnitude = b & 0x7fffffffffffffffu;
  if (magnitude > 0x7ff0000000000000u || b == 0x7ff0000000000000u) return x;
  if (magnitude == 0) return bit_cast<double>(std::uint64_t{1});
  return bit_cast<double>(b >> 63 ? b - 1 : b + 1);
}
/// The next binary64 number below x.
FPCHECK_HD FPCHECK_INLINE constexpr double next_down(double x) noexcept { return -next_up(-x); }

namespace detail {

/// x 2^k rounded downward, for any k.
FPCHECK_HD constexpr double scale_down(double x, int k) noexcept {
  if (x == 0 || k == 0) return x;
  const std::uint64_t b = bits_of(x);
  const int e = static_cast<int>(b >> 52 & 0x7ff) - 1023 + k;
  if (e > 1023) return x > 0 ? largest_of<double>() : -infinity_of<double>();
  if (e >= -1022) return bit_cast<double>((b & 0x800fffffffffffffu) | static_cast<std::uint64_t>(e + 1023) << 52);
  const double tiny = bit_cast<double>(std::uint64_t{1});
  if (e < -1075) return x > 0 ? 0.0 : -tiny;
  const std::uint64_t significand = (b & 0xfffffffffffffu) | 0x10000000000000u;
  const int drop = -1022 - e; // 1 .. 53
  std::uint64_t kept = significand >> drop;
  if (x < 0 && (kept << drop) != significand) ++kept;
  return bit_cast<double>(kept | (b & 0x8000000000000000u));
}

} // namespace detail

/// The greatest binary64 number that is certainly not above the value. Error: none unless a binary64 number lies within
/// `error` of the value, then at most one ulp.
FPCHECK_HD constexpr double round_down(approximation a) noexcept {
  const double low = a.error == 0 ? a.low : a.low - a.error;
  const double slack = a.error == 0 || low == 0 ? low : low - mul(abs(low), 0x1p-52); // the subtraction's own rounding
  return detail::scale_down(slack < 0 ? next_down(a.high) : a.high, a.exponent);
}
/// The least binary64 number that is certainly not below the value. Error: as round_down.
FPCHECK_HD constexpr double round_up(approximation a) noexcept { return -round_down(-a); }

} // namespace fpcheck::exact
