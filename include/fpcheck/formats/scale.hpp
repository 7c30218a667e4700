#pragma once
#include <fpcheck/formats/encode.hpp>

/// Powers of two as scales (e8m0): several rules are in use, none is the default, each has a name.
namespace fpcheck {

/// Which power of two a positive number becomes.
enum class power_rule : std::uint8_t {
  floor,        ///< the largest not above: OCP MX, CUDA with cudaRoundZero
  ceil,         ///< the smallest not below: CUDA's constructors
  nearest_up,   ///< the nearer, 1.5 goes up: ml_dtypes, PyTorch
  nearest_even, ///< the nearer, 1.5 goes to the even code: P3109, gfloat
  nearest_log2  ///< the nearer in the exponent, the boundary is the square root of 2: Universal
};

/// The code of the power of two that `x` becomes; zero, negative numbers, infinities and what lies beyond the largest
/// power are by the policy `p`, whose rounding is not read.
template <class Tag = e8m0fnu_format>
requires(Tag::row.precision == 1) FPCHECK_HD
    constexpr encoded<code_type<Tag>> encode_power(double x, power_rule rule, policy p = {}) noexcept {
  std::uint64_t bits = bits_of(x);
  switch (rule) {
  case power_rule::floor:
    p.round = rounding::toward_zero;
    break;
  case power_rule::ceil:
    p.round = rounding::upward;
    break;
  case power_rule::nearest_up:
    p.round = rounding::nearest_away;
    break;
  case power_rule::nearest_even:
    p.round = rounding::nearest_even;
    break;
  case power_rule::nearest_log2: {
    // No significand is the square root of 2: above it the number is as if it were the next power.
    constexpr std::uint64_t root = 0x6a09e667f3bcdull; // ceil((sqrt(2) - 1) * 2^52)
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    const bool finite = ((bits >> 52) & 0x7ff) != 0x7ff;
    p.round = finite && fraction >= root ? rounding::upward : rounding::toward_zero;
    break;
  }
  }
  return encode_bits<Tag>(bits, p);
}

} // namespace fpcheck
