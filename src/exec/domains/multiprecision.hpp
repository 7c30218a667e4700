#pragma once
#include <cstdint>

namespace fpcheck::exec {

/// Limbs of the longest midpoint.
inline constexpr int most_limbs = 8;

/// A ball with a midpoint of as many bits as the thread's precision says; MPFR does the work behind these functions.
struct multiprecision {
  double lead = 0;           ///< the midpoint, rounded to nearest
  double low = 0;            ///< what `lead` leaves, rounded to nearest
  double radius = 0;
  std::int32_t kind = 0;     ///< 0: the midpoint is `lead` itself; else its sign
  std::int32_t exponent = 0; ///< of the midpoint in `limbs`, as MPFR counts it
  std::uint64_t limbs[most_limbs] = {};
};

/// Beside the bits: radii are estimates, not bounds, wherever operands are well known. For runs in several precisions that are compared.
inline constexpr std::uint32_t estimating_bits = 0x10000;
/// Sets the bits of this thread's midpoints.
void set_multiprecision(std::uint32_t bits);

/// Error: each encloses the exact result of every pair of numbers in its operands; a result that is exact and fits keeps a
/// radius of what the operands bring. A result beyond binary64's range has an infinite radius, but where an infinite
/// operand gives it.
multiprecision mp_add(const multiprecision& a, const multiprecision& b);
multiprecision mp_mul(const multiprecision& a, const multiprecision& b);
multiprecision mp_fma(const multiprecision& a, const multiprecision& b, const multiprecision& c);
multiprecision mp_div(const multiprecision& a, const multiprecision& b);
multiprecision mp_sqrt(const multiprecision& a);
multiprecision mp_neg(const multiprecision& a);
multiprecision mp_exp2(const multiprecision& a);
multiprecision mp_log2(const multiprecision& a);
multiprecision mp_sin(const multiprecision& a);
multiprecision mp_cos(const multiprecision& a);
multiprecision mp_tanh(const multiprecision& a);
multiprecision mp_integer(std::int64_t v);
multiprecision mp_natural(std::uint64_t v);

} // namespace fpcheck::exec
