#pragma once
#include <fpcheck/base/config.hpp>

#include <cstdint>

#if defined(__FAST_MATH__)
#error "fpcheck's error-free transforms are wrong under -ffast-math"
#endif

/// Error-free transforms: the rounded result of one operation together with the exact rounding error.
/// They hold in round-to-nearest without flush-to-zero; `self_test.hpp` checks that of a running program.
namespace fpcheck::exact {

/// The rounded value of an operation and what rounding lost: their exact sum is the exact result.
template <class T>
struct rounded {
  T value;
  T error;
};

/// a * b rounded to nearest, never contracted into a following addition whatever -ffp-contract or -fmad says.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr T mul(T a, T b) noexcept {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 8) return __dmul_rn(a, b);
  else return __fmul_rn(a, b);
#elif defined(__clang__)
#pragma clang fp contract(off)
  return a * b;
#elif defined(__GNUC__) && __GNUC__ >= 12 && !defined(__CUDACC__)
  return __builtin_assoc_barrier(a * b);
#else
  return a * b;
#endif
}

// Templates, because clang before 19 cannot fold the builtin and then rejects a plain constexpr function.

/// a * b + c with a single rounding.
template <int = 0>
FPCHECK_HD FPCHECK_INLINE constexpr double fma(double a, double b, double c) noexcept { return __builtin_fma(a, b, c); }
/// a * b + c with a single rounding.
template <int = 0>
FPCHECK_HD FPCHECK_INLINE constexpr float fma(float a, float b, float c) noexcept { return __builtin_fmaf(a, b, c); }

/// |x|.
FPCHECK_HD FPCHECK_INLINE constexpr double abs(double x) noexcept { return __builtin_fabs(x); }
/// |x|.
FPCHECK_HD FPCHECK_INLINE constexpr float abs(float x) noexcept { return __builtin_fabsf(x); }

/// The square root rounded to nearest.
FPCHECK_HD FPCHECK_INLINE double sqrt(double x) noexcept { return __builtin_sqrt(x); }
/// The square root rounded to nearest.
FPCHECK_HD FPCHECK_INLINE float sqrt(float x) noexcept { return __builtin_sqrtf(x); }

/// a + b and its exact error, for any a and b.
/// Requires: a + b does not overflow. Error: none. Proved: EFT-1
/// Source: Knuth, TAOCP 2, 4.2.2; Boldo, Graillat, Muller, "On the robustness of the 2Sum and Fast2Sum algorithms", 2017.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr rounded<T> two_sum(T a, T b) noexcept {
  const T s = a + b;
  const T bb = s - a;
  return {s, (a - (s - bb)) + (b - bb)};
}

/// a + b and its exact error with three operations.
/// Requires: a = 0, or the exponent of a is not below that of b; a + b does not overflow. Error: none. Proved: EFT-1
/// Source: Dekker, "A floating-point technique for extending the available precision", 1971.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr rounded<T> fast_two_sum(T a, T b) noexcept {
  const T s = a + b;
  return {s, b - (s - a)};
}

/// a * b and its exact error through a fused multiply-add.
/// Requires: no overflow. Error: none where |a * b| >= 2^(e_min + p), else at most half the smallest subnormal.
/// Proved: EFT-1
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr rounded<T> two_prod(T a, T b) noexcept {
  const T p = mul(a, b);
  return {p, fma(a, b, -p)};
}

/// The upper half of the significand of a and the rest, both short enough for exact products of halves.
/// Requires: |a| < 2^(e_max - (p + 1) / 2). Error: none: value + error == a. Proved: EFT-1
/// Source: Veltkamp, 1968; Boldo, "Pitfalls of a full floating-point proof: Dekker's algorithm", 2006.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr rounded<T> split(T a) noexcept {
  constexpr T factor = sizeof(T) == 8 ? T(134217729) : T(4097); // 2^27 + 1, 2^12 + 1
  const T c = mul(factor, a);
  const T high = c - (c - a);
  return {high, a - high};
}

/// a * b and its exact error without a fused multiply-add (17 operations).
/// Requires: as `split` for a and b; no overflow, |a * b| >= 2^(e_min + 2p). Error: none.
/// Source: Dekker, 1971.
template <class T>
FPCHECK_HD FPCHECK_INLINE constexpr rounded<T> two_prod_without_fma(T a, T b) noexcept {
  const T p = mul(a, b);
  const rounded<T> x = split(a), y = split(b);
  const T e = ((mul(x.value, y.value) - p) + mul(x.value, y.error)) + mul(x.error, y.value);
  return {p, e + mul(x.error, y.error)};
}

} // namespace fpcheck::exact
