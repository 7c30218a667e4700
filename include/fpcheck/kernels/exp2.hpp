#pragma once
#include <fpcheck/base/bits.hpp>
#include <fpcheck/base/config.hpp>
#include <fpcheck/exact/error_free.hpp>

#include <cstdint>

/// A software 2^x in binary32 that is right for every input: NaN stays NaN, infinities and overflow are infinite and
/// zero, subnormal results are rounded as such. Additions and fused multiply-adds only, so a softmax may share the work
/// between these and the special function unit.
namespace fpcheck::kernels {

/// How good the polynomial is: good enough that rounding to this format hides its error.
enum class exp2_grade : std::uint8_t { bf16, f16, f32 };

/// What an approximation of 2^f on [-1/2, 1/2] consists of: 1 + c[0] f + c[1] f^2 + ...
template <exp2_grade Grade>
struct exp2_coefficients;

/// Source: minimax for the relative error with binary32 coefficients, found with Sollya's fpminimax.
/// Error: 2^-13.2 relative to 2^x for normal results; half the least subnormal besides for subnormal ones.
template <>
struct exp2_coefficients<exp2_grade::bf16> {
  static constexpr int degree = 3;
  static constexpr float c[degree] = {0x1.62f5fap-1f, 0x1.f00c4cp-3f, 0x1.c2a254p-5f};
  static constexpr double relative_error = 0x1.aap-14;
};
/// Error: 2^-18.3 relative to 2^x, as above.
template <>
struct exp2_coefficients<exp2_grade::f16> {
  static constexpr int degree = 4;
  static constexpr float c[degree] = {0x1.62e12cp-1f, 0x1.ec0374p-3f, 0x1.c9fc74p-5f, 0x1.3a03c8p-7f};
  static constexpr double relative_error = 0x1.9p-19;
};
/// Error: 2^-23.4 relative to 2^x, as above: less than one ulp.
template <>
struct exp2_coefficients<exp2_grade::f32> {
  static constexpr int degree = 6;
  static constexpr float c[degree] = {0x1.62e43p-1f,  0x1.ebfbd8p-3f,  0x1.c6af76p-5f,
                                      0x1.3b30ap-7f, 0x1.5f0b82p-10f, 0x1.3fa206p-13f};
  static constexpr double relative_error = 0x1.8p-24;
};

/// An argument taken apart: whole + fraction, exactly.
struct exp2_argument {
  std::int32_t whole;
  float fraction;
};

/// Adding it leaves the nearest integer in the low bits.
inline constexpr float exp2_magic = 0x1.8p23f;
/// Arguments beyond give the same result as these.
inline constexpr float exp2_least = -151.0f;
inline constexpr float exp2_greatest = 129.0f;

/// The nearest integer to x, ties to even, and what is left.
/// Requires: -2^21 <= x <= 2^21, or NaN. Range: |fraction| <= 1/2; NaN has a NaN fraction. Error: none. Proved: EXP2-2
FPCHECK_HD FPCHECK_INLINE exp2_argument exp2_reduce(float x) noexcept {
  const float shifted = x + exp2_magic;
  return {static_cast<std::int32_t>(bits_of(shifted) - bits_of(exp2_magic)), x - (shifted - exp2_magic)};
}

namespace detail {
/// ((p f + c[K]) f + c[K - 1]) f + ... + c[0]; each coefficient is a constant of its own, so that device code may use it.
template <exp2_grade Grade, int K>
FPCHECK_HD FPCHECK_INLINE float exp2_horner(float f, float p) noexcept {
  constexpr float c = exp2_coefficients<Grade>::c[K];
  const float next = exact::fma(f, p, c);
  if constexpr (K == 0) return next;
  else return exp2_horner<Grade, K - 1>(f, next);
}
} // namespace detail

/// 2^f for |f| <= 1/2, unscaled. Range: (0.7, 1.4143); NaN for NaN. Proved: EXP2-1
template <exp2_grade Grade>
FPCHECK_HD FPCHECK_INLINE float exp2_polynomial(float f) noexcept {
  constexpr int degree = exp2_coefficients<Grade>::degree;
  constexpr float leading = exp2_coefficients<Grade>::c[degree - 1];
  return exact::fma(f, detail::exp2_horner<Grade, degree - 2>(f, leading), 1.0f);
}

/// p * 2^n, rounded once. Requires: 1/2 <= p < 2 and -252 <= n <= 254, or p is NaN. Proved: EXP2-2
FPCHECK_HD FPCHECK_INLINE float exp2_scale(float p, std::int32_t n) noexcept {
  const std::int32_t half = n >> 1;
  const float low = bit_cast<float>(static_cast<std::uint32_t>(half + 127) << 23);
  const float high = bit_cast<float>(static_cast<std::uint32_t>(n - half + 127) << 23);
  return exact::mul(exact::mul(p, low), high);
}

/// 2^x. Error: exp2_coefficients<Grade>::relative_error of 2^x, plus 2^-150 where the result is subnormal.
/// Range: NaN for NaN, 0 from -151 down, +infinity from 128 up; exact for integers. Proved: EXP2-1
template <exp2_grade Grade = exp2_grade::f32>
FPCHECK_HD FPCHECK_INLINE float exp2(float x) noexcept {
  const float above = x < exp2_least ? exp2_least : x; // comparisons let NaN through
  const float inside = above > exp2_greatest ? exp2_greatest : above;
  const exp2_argument a = exp2_reduce(inside);
  return exp2_scale(exp2_polynomial<Grade>(a.fraction), a.whole);
}

} // namespace fpcheck::kernels
