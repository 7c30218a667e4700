#pragma once
#include <fpcheck/exact/error_free.hpp>

#include <cstdint>

/// What leaves no macro behind: whether the running program's arithmetic is the one that the proofs assume.
namespace fpcheck::exact {

/// The first assumption that does not hold.
enum class arithmetic_defect : std::uint8_t {
  none,
  rounding_mode,  ///< not to nearest, ties to even
  flushed_result, ///< subnormal results become zero (FTZ)
  flushed_input,  ///< subnormal operands count as zero (DAZ)
  contraction,    ///< a product and a sum were fused in spite of `mul`
  excess,         ///< intermediate results keep more than the type's precision
  reassociation   ///< sums were reordered as under -ffast-math
};

/// Tests the current thread. Call it once at start-up; it costs a few dozen operations.
inline arithmetic_defect arithmetic_self_test() noexcept {
  // volatile: the compiler's own arithmetic must not answer for the machine's.
  volatile double one = 1, tiny = 0x1p-1074, least = 0x1p-1022, third = 1.0 / 3, half_ulp = 0x1p-53, a = 1 + 0x1p-27,
                  minus = -(1 + 0x1p-26), big = 0x1p60;
  if (one + half_ulp != 1 || (1 + 0x1p-52) + half_ulp != 1 + 0x1p-51 || -one - half_ulp != -1)
    return arithmetic_defect::rounding_mode;
  if (one / 3 != third || -one / 3 != -third) return arithmetic_defect::rounding_mode;
  if (tiny * 0x1p200 == 0) return arithmetic_defect::flushed_input; // first: it also blinds the next comparison
  if (least * 0.5 == 0) return arithmetic_defect::flushed_result;
  const double x = a, y = minus;
  if (mul(x, x) + y != 0) return arithmetic_defect::contraction;
  volatile double sum = one + half_ulp;
  if (sum - 1 != 0) return arithmetic_defect::excess;
  const double u = big, v = one;
  if ((u + v) - u != 0) return arithmetic_defect::reassociation;
  const rounded<double> r = two_sum(u, static_cast<double>(half_ulp));
  return r.error == half_ulp ? arithmetic_defect::none : arithmetic_defect::reassociation;
}

} // namespace fpcheck::exact
