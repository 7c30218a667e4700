#pragma once
// Forward-mode derivatives of the compiled kernel: beside the ball of the exact value a ball of its derivative along the
// direction in which the inputs move. Both follow the path that the machine took.
#include "shadowed_ops.hpp"

#include <fpcheck/exact/ball.hpp>
#include <fpcheck/exact/ball_elementary.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct dual_domain {
  /// Planes: the value's midpoint and radius, which every domain's reader understands, then those of the derivative.
  static constexpr int planes = 4;
  using ball = exact::ball<double>;
  struct value {
    ball v, d; ///< the value, and its derivative along the direction
  };
  static value load(const double* p) { return {{p[0], p[warp_size]}, {p[2 * warp_size], p[3 * warp_size]}}; }
  static void store(double* p, const value& x) {
    p[0] = x.v.midpoint, p[warp_size] = x.v.radius, p[2 * warp_size] = x.d.midpoint, p[3 * warp_size] = x.d.radius;
  }
  static value load_words(const number_words& w) {
    return {{bit_cast<double>(w[0]), bit_cast<double>(w[1])}, {bit_cast<double>(w[2]), bit_cast<double>(w[3])}};
  }
  static value exact(double v) { return {{v, 0.0}, {0.0, 0.0}}; }
  static value input(double v, number) { return exact(v); }
  static value integer(std::int64_t v) { return whole(static_cast<double>(v), static_cast<__int128>(v)); }
  static value natural(std::uint64_t v) { return whole(static_cast<double>(v), static_cast<__int128>(v)); }
  static double midpoint(const value& x) { return x.v.midpoint; }
  static double error(const value& x) { return x.v.radius; }
  static double allowance(const value&) { return 0.0; }
  /// Whether the number moves along the direction: its bits then mean more than themselves, however exact they are.
  static bool moves(const value& x) { return !still(x.d); }

  static value add(const value& a, const value& b) { return {a.v + b.v, a.d + b.d}; }
  static value sub(const value& a, const value& b) { return {a.v - b.v, a.d - b.d}; }
  static value mul(const value& a, const value& b) { return {a.v * b.v, along(a.v, b.d) + along(b.v, a.d)}; }
  static value fma(const value& a, const value& b, const value& c) { return {exact::fma(a.v, b.v, c.v), along(a.v, b.d) + along(b.v, a.d) + c.d}; }
  static value div(const value& a, const value& b) {
    const ball q = a.v / b.v;
    if (still(a.d) && still(b.d)) return {q, {0.0, 0.0}};
    return {q, (a.d - along(q, b.d)) / b.v};
  }
  static value sqrt(const value& a) {
    const ball s = exact::sqrt(a.v);
    return {s, still(a.d) ? a.d : a.d / (s + s)};
  }
  static value neg(const value& a) { return {-a.v, -a.d}; }
  /// Where the sign is not certain the derivative lies between those of both sides.
  static value abs(const value& a) {
    const ball size{std::fabs(a.v.midpoint), a.v.radius};
    if (a.v.radius >= std::fabs(a.v.midpoint) && moves(a)) return {size, {0.0, exact::detail::magnitude(a.d)}};
    return {size, std::signbit(a.v.midpoint) ? -a.d : a.d};
  }
  static value ex2(const value& a) {
    const ball y = exact::exp2(a.v);
    return {y, along(y * ln2, a.d)};
  }
  static value lg2(const value& a) { return {exact::log2(a.v), still(a.d) ? a.d : a.d / (a.v * ln2)}; }
  static value sin(const value& a) { return {exact::sin(a.v), still(a.d) ? a.d : along(exact::cos(a.v), a.d)}; }
  static value cos(const value& a) { return {exact::cos(a.v), still(a.d) ? a.d : along(-exact::sin(a.v), a.d)}; }
  static value tanh(const value& a) {
    const ball y = exact::tanh(a.v);
    return {y, along(ball{1.0, 0.0} - y * y, a.d)};
  }
  static value scale(const value& a, double k) {
    return {{a.v.midpoint * k, a.v.radius * std::fabs(k)}, {a.d.midpoint * k, a.d.radius * std::fabs(k)}};
  }
  /// Outside [0, 1] nothing moves; across an end the derivative lies between 0 and the operand's.
  static value clamp(const value& a) {
    if (a.v.midpoint - a.v.radius >= 1.0) return exact(1.0);
    if (a.v.midpoint + a.v.radius <= 0.0) return exact(0.0);
    const double m = a.v.midpoint > 1.0 ? 1.0 : a.v.midpoint < 0.0 ? 0.0 : a.v.midpoint;
    const bool inside = a.v.midpoint - a.v.radius > 0.0 && a.v.midpoint + a.v.radius < 1.0;
    return {{m, a.v.radius}, inside || !moves(a) ? a.d : ball{0.0, exact::detail::magnitude(a.d)}};
  }
  static value widened(const value& a, double error) { return {exact::detail::widened(a.v, error), a.d}; }
  static value narrowed(const value& a, double, number) { return a; }
  static value approximated(const value& a, double, double) { return a; }
  /// A result that is identically zero in exact arithmetic.
  static value vanished(const value& a) { return is_finite(a.v.midpoint) ? exact(0.0) : a; }
  static constexpr bool needs_operands = false, tracks_input = false;
  static void settle_atomic(const op&, value&, double) {}
  static void born_at(value&, std::uint32_t) {}
  template <number F>
  static void after(warp&, const op&, numbers<dual_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<dual_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<dual_domain>&, numbers<dual_domain>&, int) {}

private:
  /// ln 2 = 0.6931471805599453094: the nearest binary64 number is 2.4e-17 below it.
  static constexpr ball ln2{0x1.62e42fefa39efp-1, 0x1p-55};
  static bool still(ball d) { return d.midpoint == 0 && d.radius == 0; }
  /// A derivative carried by a factor; what does not move stays so whatever the factor, a mask's infinity too.
  static ball along(ball factor, ball d) { return still(d) ? d : factor * d; }
  static value whole(double d, __int128 v) { return {{d, std::fabs(static_cast<double>(v - static_cast<__int128>(d)))}, {0.0, 0.0}}; }
};

/// What moves along the direction means more than its bits, however exact these are: its lineage does not end unseen.
template <>
inline void count_cut<dual_domain>(warp& w, slot_shadow& s, int lane, double computed, const dual_domain::value& v, number n) {
  const double error = std::fabs(computed - v.v.midpoint) + v.v.radius;
  if (error == 0 && !dual_domain::moves(v)) return;
  ++w.cuts;
  if (!dual_domain::moves(v) && error <= excess_limit * half_ulp(computed, n)) ++w.near_ties;
  else s.cut |= 1u << lane;
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
