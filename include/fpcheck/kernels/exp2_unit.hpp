#pragma once
#include <fpcheck/kernels/exp2.hpp>

/// Who computes the powers of two of a softmax, as a policy: `of(x)` for results that are kept, `sum_term(x)` for those
/// that only join a sum whose largest term is one.
namespace fpcheck::kernels {

/// The software 2^x: the same bits on host and device.
template <exp2_grade Grade = exp2_grade::f32>
struct software_exp2 {
  static constexpr double relative_error = exp2_coefficients<Grade>::relative_error;
  static constexpr double kept_floor = 0x1p-150; ///< absolute error of `of` besides, where its result is subnormal
  static constexpr double sum_floor = 0x1p-150;  ///< of `sum_term`
  FPCHECK_HD FPCHECK_INLINE static float of(float x) noexcept { return kernels::exp2<Grade>(x); }
  FPCHECK_HD FPCHECK_INLINE static float sum_term(float x) noexcept { return kernels::exp2<Grade>(x); }
};

/// The card's special function unit (ex2.approx). On the host it exists only as far as `Model` gives it: a class with
/// `of` and `sum_term`, such as one around fpcheck/exec/mufu.hpp.
/// Error: 2^-22.72 relative for normal results; 2^-147.6 besides for subnormal ones, which `sum_term` flushes.
/// Source: measured on the emulator's model over all of [-150, 0], tests/kernels/exp2_unit_test.cpp.
struct special_exp2 {
  static constexpr double relative_error = 0x1.36p-23;
  static constexpr double kept_floor = 0x1.5p-148;
  static constexpr double sum_floor = 0x1p-126;
#if defined(__CUDACC__)
  __device__ __forceinline__ static float of(float x) noexcept {
    float y;
    asm("ex2.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
  __device__ __forceinline__ static float sum_term(float x) noexcept {
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
  }
#endif
};

} // namespace fpcheck::kernels
