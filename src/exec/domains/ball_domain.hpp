#pragma once
// The default domain: a binary64 ball that encloses the exact result along the path taken.
#include "shadowed_ops.hpp"
#include "usual_ball.hpp"

#include <fpcheck/exact/ball.hpp>
#include <fpcheck/exact/ball_elementary.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct ball_domain {
  static constexpr int planes = 2;
  using value = exact::ball<double>;
  static FPCHECK_INLINE value load(const double* p) { return {p[0], p[warp_size]}; }
  static FPCHECK_INLINE void store(double* p, value v) { p[0] = v.midpoint, p[warp_size] = v.radius; }
  static value load_words(const number_words& w) { return {bit_cast<double>(w[0]), bit_cast<double>(w[1])}; }
  static FPCHECK_INLINE value exact(double v) { return {v, 0.0}; }
  static FPCHECK_INLINE value input(double v, number) { return {v, 0.0}; }
  static value integer(std::int64_t v) { return near(static_cast<double>(v), static_cast<__int128>(v)); }
  static value natural(std::uint64_t v) { return near(static_cast<double>(v), static_cast<__int128>(v)); }
  static FPCHECK_INLINE double midpoint(value v) { return v.midpoint; }
  static FPCHECK_INLINE double error(value v) { return v.radius; }
  static FPCHECK_INLINE double allowance(value) { return 0.0; }
  static FPCHECK_INLINE value add(value a, value b) { return a + b; }
  static FPCHECK_INLINE value sub(value a, value b) { return a - b; }
  static FPCHECK_INLINE value mul(value a, value b) { return a * b; }
  static FPCHECK_INLINE value div(value a, value b) { return a / b; }
  static FPCHECK_INLINE value fma(value a, value b, value c) { return exact::fma(a, b, c); }
  static FPCHECK_INLINE value add(value a, value b, std::uint64_t& odd) { return usual::add(a, b, odd); }
  static FPCHECK_INLINE value sub(value a, value b, std::uint64_t& odd) { return usual::add(a, -b, odd); }
  static FPCHECK_INLINE value mul(value a, value b, std::uint64_t& odd) { return usual::mul(a, b, odd); }
  static FPCHECK_INLINE value fma(value a, value b, value c, std::uint64_t& odd) { return usual::fma(a, b, c, odd); }
#if defined(__AVX512F__)
  static bool add(double* to, row_operand a, row_operand b) { return usual::add(to, a, b, 1.0); }
  static bool sub(double* to, row_operand a, row_operand b) { return usual::add(to, a, b, -1.0); }
  static bool mul(double* to, row_operand a, row_operand b) { return usual::mul(to, a, b); }
  static bool fma(double* to, row_operand a, row_operand b, row_operand c) { return usual::fma(to, a, b, c); }
#endif
  static FPCHECK_INLINE value sqrt(value a) { return exact::sqrt(a); }
  static FPCHECK_INLINE value neg(value a) { return -a; }
  static FPCHECK_INLINE value abs(value a) { return {std::fabs(a.midpoint), a.radius}; } // of -0 too
  static value ex2(value a) { return exact::exp2(a); }
  /// 2^a without a branch, for the arguments that kernels have: |a| <= 1000 and a radius of at most 1/4. Any other comes back
  /// as it is with the radius -1 - r, for `after` to work out.
  /// Error: encloses. n = round(a), t = (a - n) ln 2 in [-0.347, 0.347]: the Taylor polynomial of degree 13 leaves 2^-57, its
  /// evaluation with fused steps and the rounding of t less than 2^-51, together below 2^-50 of the result.
  static FPCHECK_INLINE value ex2_quickly(value a) {
    constexpr double shift = 0x1.8p52;
    const double biased = a.midpoint + shift;
    const double t = (a.midpoint - (biased - shift)) * 0x1.62e42fefa39efp-1;
    double p = 1.0 / 6227020800.0;
    p = __builtin_fma(p, t, 1.0 / 479001600.0);
    p = __builtin_fma(p, t, 1.0 / 39916800.0);
    p = __builtin_fma(p, t, 1.0 / 3628800.0);
    p = __builtin_fma(p, t, 1.0 / 362880.0);
    p = __builtin_fma(p, t, 1.0 / 40320.0);
    p = __builtin_fma(p, t, 1.0 / 5040.0);
    p = __builtin_fma(p, t, 1.0 / 720.0);
    p = __builtin_fma(p, t, 1.0 / 120.0);
    p = __builtin_fma(p, t, 1.0 / 24.0);
    p = __builtin_fma(p, t, 1.0 / 6.0);
    p = __builtin_fma(p, t, 0.5);
    p = __builtin_fma(p, t, 1.0);
    p = __builtin_fma(p, t, 1.0);
    const double y = p * bit_cast<double>((bits_of(biased) + 1023u) << 52);
    // 2^r - 1 <= 0.757 r for r in [0, 1/4].
    const double radius = y * __builtin_fma(a.radius, 0.76, 0x1p-50);
    const bool usual = std::fabs(a.midpoint) <= 1000.0 && a.radius <= 0.25;
    return {usual ? y : a.midpoint, usual ? radius : -1.0 - a.radius};
  }
  static value lg2(value a) { return exact::log2(a); }
  static value sin(value a) { return exact::sin(a); }
  static value cos(value a) { return exact::cos(a); }
  static value tanh(value a) { return exact::tanh(a); }
  static FPCHECK_INLINE value scale(value a, double k) { return {a.midpoint * k, a.radius * std::fabs(k)}; }
  static FPCHECK_INLINE value clamp(value a) {
    const bool above = a.midpoint - a.radius >= 1.0, below = a.midpoint + a.radius <= 0.0;
    const double inside = a.midpoint > 1.0 ? 1.0 : a.midpoint < 0.0 ? 0.0 : a.midpoint;
    return {above ? 1.0 : below ? 0.0 : inside, above | below ? 0.0 : a.radius};
  }
  static value widened(value a, double error) { return exact::detail::widened(a, error); }
  static FPCHECK_INLINE value narrowed(value a, double, number) { return a; }
  static FPCHECK_INLINE value approximated(value a, double, double) { return a; }
  /// A result that is identically zero in exact arithmetic.
  static FPCHECK_INLINE value vanished(const value& v) { return is_finite(v.midpoint) ? value{0.0, 0.0} : v; }
  static constexpr bool needs_operands = false, tracks_input = false, is_quick = true;
  static void born_at(value&, std::uint32_t) {}
  static void settle_atomic(const op&, value&, double) {}
  template <number F>
  static FPCHECK_INLINE void after(warp&, const op& o, numbers<ball_domain>& r, const before&, std::uint32_t) {
    if (o.form != ptx::form::ex2_approx_f32) return;
    const std::uint32_t unusual = mask_of([&](int i) { return r.words[1][i] < 0; });
    for_each_lane(unusual, [&](int i) { r.set(i, exact::exp2(value{r.words[0][i], -1.0 - r.words[1][i]})); });
  }
  template <number F>
  static void after_pair(warp&, const op&, numbers<ball_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<ball_domain>&, numbers<ball_domain>&, int) {}

private:
  static value near(double d, __int128 v) {
    const __int128 rest = v - static_cast<__int128>(d);
    return {d, std::fabs(static_cast<double>(rest))};
  }
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
