#pragma once
// The enclosures of exact/ball.hpp for the operands that kernels have: half the operations, the same bits. Where a result may
// differ, `odd` gets bits set and the caller works the whole warp out with the full rules.
#include <fpcheck/exact/ball.hpp>

#include <cstdint>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

namespace usual {

using ball = exact::ball<double>;
using limits = exact::detail::ball_constants<double>;
/// Below this the full rules add constants for underflow that are lost in any larger radius.
inline constexpr double tiny = 0x1p-900;

FPCHECK_INLINE void note(std::uint64_t& odd, bool condition) { odd |= condition ? ~std::uint64_t{0} : 0; }

/// As exact::detail::upward, which makes an infinity of what is above the largest number: that is odd.
FPCHECK_INLINE double upward(double t, std::uint64_t& odd) {
  const double r = __builtin_fma(t, limits::up, limits::eta);
  note(odd, !(r <= limits::largest)); // infinities and NaNs of the operands end here
  return t == 0 ? 0.0 : r;
}

/// Whether the product of `a` and `b` is in a range where the full rules are needed, its error bound `t` being what it is.
FPCHECK_INLINE bool is_odd_product(ball a, ball b, double p, double t) {
  const bool zero_a = a.midpoint == 0, zero_b = b.midpoint == 0, known_a = a.radius == 0, known_b = b.radius == 0;
  const bool underflows = (std::fabs(p) < limits::residual_limit) & !zero_a & !zero_b;
  const bool settled = (known_a & known_b) | (zero_a & known_a) | (zero_b & known_b);
  return underflows | ((t < tiny) & !settled);
}

FPCHECK_INLINE ball add(ball a, ball b, std::uint64_t& odd) {
  const exact::rounded<double> s = exact::two_sum(a.midpoint, b.midpoint);
  return {s.value, upward(a.radius + b.radius + std::fabs(s.error), odd)};
}

FPCHECK_INLINE double spread(ball a, ball b) {
  return __builtin_fma(std::fabs(a.midpoint), b.radius, exact::mul(std::fabs(b.midpoint) + b.radius, a.radius));
}

FPCHECK_INLINE ball mul(ball a, ball b, std::uint64_t& odd) {
  const exact::rounded<double> p = exact::two_prod(a.midpoint, b.midpoint);
  const double t = spread(a, b) + std::fabs(p.error);
  note(odd, is_odd_product(a, b, p.value, t));
  return {p.value, upward(t, odd)};
}

FPCHECK_INLINE ball fma(ball a, ball b, ball c, std::uint64_t& odd) {
  const double m = __builtin_fma(a.midpoint, b.midpoint, c.midpoint);
  const exact::rounded<double> p = exact::two_prod(a.midpoint, b.midpoint);
  const bool clean = (p.error == 0) & (m - p.value == c.midpoint) & (m - c.midpoint == p.value);
  const double half_ulp = __builtin_fma(std::fabs(m), limits::unit, limits::eta);
  const double t = spread(a, b) + c.radius + (clean ? 0.0 : half_ulp);
  note(odd, is_odd_product(a, b, p.value, t));
  return {m, upward(t, odd)};
}

} // namespace usual

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
