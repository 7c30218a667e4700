#pragma once
#include <fpcheck/exec/number.hpp>

namespace fpcheck::exec {

/// Half an ulp of a format at `x`: 2^(max(e, e_min) - p), and at least 2^-1074. Range: 0 where x is not finite.
FPCHECK_INLINE double half_ulp(double x, number n) {
  const int field = static_cast<int>((bits_of(x) >> 52) & 0x7ffu);
  if (field == 0x7ff) return 0.0;
  const format_limits l = limits_of(n);
  const int e = field - 1023, k = (e > l.min_exponent ? e : l.min_exponent) - l.precision;
  return k < -1022 ? 0x1p-1074 : bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

} // namespace fpcheck::exec
