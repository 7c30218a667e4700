#pragma once
// 16-bit numbers as the engine computes with them: decoded to binary64, rounded once on the way back.
#include "float_bits.hpp"

#include <fpcheck/formats/decode.hpp>
#include <fpcheck/formats/encode.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

template <class Tag>
FPCHECK_INLINE std::uint32_t flush_half(std::uint32_t x) {
  return (x & infinity_magnitude(Tag::row)) == 0 ? x & 0x8000u : x;
}
template <class Tag>
FPCHECK_INLINE bool is_nan_half(std::uint32_t x) { return (x & 0x7fffu) > infinity_magnitude(Tag::row); }

/// The value of the low 16 bits of `code`.
template <class Tag, bool Ftz>
FPCHECK_INLINE double half_value(std::uint32_t code) {
  const std::uint32_t x = code & 0xffffu;
  return decode_double(Tag::row, Ftz ? flush_half<Tag>(x) : x);
}

/// `x + y` rounded to odd in binary64, so that a second rounding to at most 51 bits is the first one's. Requires: no
/// overflow of the sum.
FPCHECK_INLINE double sum_to_odd(double x, double y) {
  const double s = x + y;
  const double t = s - x;
  const double error = (x - (s - t)) + (y - t);
  const std::uint64_t b = bits_of(s);
  const bool inexact = error != 0.0 && (b & 1u) == 0 && error == error;
  const bool outward = (error > 0.0) == (s > 0.0);
  return inexact ? bit_cast<double>(outward ? b + 1 : b - 1) : s;
}

/// The conversion policy of CUDA hardware for a rounding direction.
constexpr policy cuda_policy(rounding r, saturation s = saturation::none) {
  policy p;
  p.round = r;
  p.saturate = s;
  p.nan = nan_rule::positive;
  p.negative = negative_rule::magnitude;
  return p;
}

/// The 16-bit result of an arithmetic instruction from its exact, or rounded-to-odd, value.
template <class Tag, bool Ftz>
FPCHECK_INLINE std::uint32_t finish_half(double x, bool sat, bool relu) {
  std::uint32_t code = encode_bits(Tag::row, bits_of(x), cuda_policy(rounding::nearest_even)).code;
  if constexpr (Ftz) {
    constexpr int p = Tag::row.precision, e = min_exponent(Tag::row);
    constexpr double least = bit_cast<double>(static_cast<std::uint64_t>(1023 + e) << 52), ulp = bit_cast<double>(static_cast<std::uint64_t>(1023 + e - p) << 52);
    const bool lifted = (code & 0x7fffu) == (1u << (p - 1)) && flushes_below(x, least, ulp, round_mode::nearest_even);
    code = lifted ? code & 0x8000u : flush_half<Tag>(code);
  }
  constexpr std::uint32_t one = encode_bits(Tag::row, bits_of(1.0), policy{}).code;
  const std::uint32_t positive = (code & 0x8000u) != 0 || is_nan_half<Tag>(code) ? 0u : code;
  const std::uint32_t clamped = positive > one ? one : positive;
  const std::uint32_t rectified = (code & 0x8000u) != 0 ? 0u : code;
  return sat ? clamped : relu ? rectified : code;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
