#pragma once
// Bit-level rules that cut across the floating-point instructions: NaN results, flushing, saturation, rounding modes.
#include "lanes.hpp"

#include <immintrin.h>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// The NaN that binary32 arithmetic returns. Source: CUDA C++ Programming Guide, floating-point standard.
inline constexpr std::uint32_t nan32 = 0x7fffffffu;
/// The NaN that binary64 arithmetic makes out of numbers.
inline constexpr std::uint64_t nan64 = 0xfff8000000000000u;
/// The NaN that a conversion of a narrower NaN to binary64 makes.
inline constexpr std::uint64_t nan64_from_narrow = 0x7fffffffe0000000u;
/// The NaN of binary16 and bfloat16 arithmetic and conversions.
inline constexpr std::uint32_t nan16 = 0x7fffu;

FPCHECK_INLINE bool is_nan32(std::uint32_t x) { return (x & 0x7fffffffu) > 0x7f800000u; }
FPCHECK_INLINE bool is_nan64(std::uint64_t x) { return (x & 0x7fffffffffffffffu) > 0x7ff0000000000000u; }

/// Zero of its sign for a subnormal, else unchanged.
FPCHECK_INLINE std::uint32_t flush(std::uint32_t x) { return (x & 0x7f800000u) == 0 ? x & 0x80000000u : x; }
/// The result's bits, with any NaN replaced.
FPCHECK_INLINE std::uint32_t canonical(float r) { return r != r ? nan32 : bits_of(r); }
/// A NaN made quiet; anything else unchanged.
FPCHECK_INLINE std::uint64_t quieted(std::uint64_t x) { return is_nan64(x) ? x | 0x0008000000000000u : x; }

/// With .ftz a result is flushed iff it would be below the least normal number if the exponent were unbounded. Rounding
/// to nearest, and away from zero, may then have made a normal number of it; of such an exact value this tells which.
/// `least` is the least normal number, `ulp` the distance of its unbounded neighbours below.
FPCHECK_INLINE bool flushes_below(double exact, double least, double ulp, round_mode r) {
  const double size = exact < 0 ? -exact : exact;
  const bool away = (r == round_mode::upward && exact > 0) || (r == round_mode::downward && exact < 0);
  return away ? size <= least - ulp : r == round_mode::nearest_even ? size < least - ulp / 2 : size < least;
}
/// Clamped to [0, 1], NaN and -0 to +0.
FPCHECK_INLINE std::uint32_t saturate(std::uint32_t x) {
  const std::uint32_t low = (x & 0x80000000u) != 0 || x > 0x7f800000u ? 0u : x;
  return low > 0x3f800000u ? 0x3f800000u : low;
}

/// Sets the rounding direction of SSE and AVX arithmetic for its lifetime.
class rounding_scope {
public:
  explicit rounding_scope(round_mode r) : saved_(_mm_getcsr()) {
    static constexpr unsigned field[] = {0, 3, 1, 2}; // nearest_even, toward_zero, downward, upward
    _mm_setcsr((saved_ & ~0x6000u) | field[static_cast<int>(r)] << 13);
    asm volatile("" ::: "memory");
  }
  ~rounding_scope() {
    asm volatile("" ::: "memory");
    _mm_setcsr(saved_);
  }
  rounding_scope(const rounding_scope&) = delete;
  rounding_scope& operator=(const rounding_scope&) = delete;

private:
  unsigned saved_;
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
