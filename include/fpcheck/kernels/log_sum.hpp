#pragma once
#include <fpcheck/exact/error_free.hpp>
#include <fpcheck/base/bits.hpp>

/// The logarithm that a log-sum-exp ends with, once a row: in binary64, the same bits on host and device.
namespace fpcheck::kernels {

namespace detail {
/// 2 artanh(z) for |z| <= 0.1716 by its series.
FPCHECK_HD FPCHECK_INLINE double twice_artanh(double z) noexcept {
  const double q = exact::mul(z, z);
  double p = 1.0 / 19;
  p = exact::fma(p, q, 1.0 / 17);
  p = exact::fma(p, q, 1.0 / 15);
  p = exact::fma(p, q, 1.0 / 13);
  p = exact::fma(p, q, 1.0 / 11);
  p = exact::fma(p, q, 1.0 / 9);
  p = exact::fma(p, q, 1.0 / 7);
  p = exact::fma(p, q, 1.0 / 5);
  p = exact::fma(p, q, 1.0 / 3);
  const double twice = z + z;
  return exact::fma(exact::mul(twice, q), p, twice);
}
} // namespace detail

/// log x. Requires: x is a positive normal binary32 number, zero, +infinity or NaN. Range: -infinity for zero.
/// Error: 2^-48 relative.
FPCHECK_HD FPCHECK_INLINE double log_of(float x) noexcept {
  const std::uint32_t code = bits_of(x);
  if (code == 0) return -bit_cast<double>(std::uint64_t{0x7ff} << 52);
  if (code >= 0x7f800000u) return static_cast<double>(x);
  const std::uint32_t root_half = 0x3f3504f3u; // the mantissa is taken from [sqrt(1/2), sqrt(2))
  const std::int32_t exponent = static_cast<std::int32_t>(code - root_half) >> 23;
  const double f = static_cast<double>(bit_cast<float>(code - (static_cast<std::uint32_t>(exponent) << 23)));
  return exact::fma(static_cast<double>(exponent), 0x1.62e42fefa39efp-1, detail::twice_artanh((f - 1.0) / (f + 1.0)));
}

} // namespace fpcheck::kernels
