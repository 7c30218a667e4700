#pragma once
// The double-double domain: midpoints of about 104 bits with a radius that takes in every rounding of the midpoint.
#include "real.hpp"
#include "shadowed_ops.hpp"
#include "wide_functions.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct wide_domain {
  /// Planes: leading word, radius, low word.
  static constexpr int planes = 3;
  struct value {
    double_double m{};
    double r = 0;
  };
  static FPCHECK_INLINE value load(const double* p) { return {{p[0], p[2 * warp_size]}, p[warp_size]}; }
  static FPCHECK_INLINE void store(double* p, const value& v) { p[0] = v.m.high, p[warp_size] = v.r, p[2 * warp_size] = v.m.low; }
  static value load_words(const number_words& w) { return {{bit_cast<double>(w[0]), bit_cast<double>(w[2])}, bit_cast<double>(w[1])}; }
  static FPCHECK_INLINE value exact(double v) { return {{v, 0.0}, 0.0}; }
  static FPCHECK_INLINE value input(double v, number) { return exact(v); }
  static value integer(std::int64_t v) { return whole(static_cast<__int128>(v)); }
  static value natural(std::uint64_t v) { return whole(static_cast<__int128>(v)); }
  static FPCHECK_INLINE double midpoint(const value& v) { return v.m.high; }
  static FPCHECK_INLINE double error(const value& v) { return v.r + std::fabs(v.m.low); }
  static FPCHECK_INLINE double allowance(const value&) { return 0.0; }

  /// The bounds of double-double operations hold relative to the exact result while nothing under- or overflows; the
  /// subnormal term covers the former, and a result that is not finite is unknown unless its operands say it exactly.
  /// With u^2 = 2^-106, the 6u^2, 8u^2, 32u^2 and 8u^2 given for + * / sqrt cover the proved 5u^2, 7u^2, 14u^2, 17/4 u^2.
  static FPCHECK_INLINE value settle(double_double m, double plain, double spread, double relative, bool exact_operands) {
    const bool number = std::fabs(m.high) <= 1.7976931348623157e308 && std::fabs(m.low) <= 1.7976931348623157e308;
    const double r = (spread + std::fabs(m.high) * relative + 0x1p-1000) * (1 + 0x1p-48);
    if (!number) return {{plain, 0.0}, exact_operands && !(std::fabs(plain) <= 1.7976931348623157e308) ? 0.0 : INFINITY};
    return {m, r <= 1.7976931348623157e308 ? r : INFINITY};
  }
  static FPCHECK_INLINE bool infinite(const value& a) { return !(std::fabs(a.m.high) <= 1.7976931348623157e308); }
  /// Operands of which nothing is known say nothing of a result either.
  static FPCHECK_INLINE bool known(const value& a, const value& b) { return (a.r < INFINITY) & (b.r < INFINITY); }
  static FPCHECK_INLINE bool simple(const value& a) { return a.m.low == 0 && a.r == 0; }
  static FPCHECK_INLINE value add(const value& a, const value& b) {
    const bool special = infinite(a) || infinite(b);
    value v = settle(exact::add(a.m, b.m), a.m.high + b.m.high, a.r + b.r, 0x1.8p-104, special && known(a, b));
    // Two plain numbers: the sum and its error term are exact.
    if (simple(a) && simple(b) && !special && v.r < INFINITY) v.r = 0;
    return v;
  }
  static FPCHECK_INLINE value sub(const value& a, const value& b) { return add(a, neg(b)); }
  static FPCHECK_INLINE value mul(const value& a, const value& b) {
    const double spread = std::fabs(a.m.high) * b.r * (1 + 0x1p-50) + (std::fabs(b.m.high) * (1 + 0x1p-50) + b.r) * a.r;
    value v = settle(exact::mul(a.m, b.m), a.m.high * b.m.high, spread, 0x1p-103, (infinite(a) || infinite(b)) && known(a, b));
    const bool large = std::fabs(v.m.high) > 0x1p-900 || a.m.high == 0 || b.m.high == 0;
    if (simple(a) && simple(b) && large && v.r < INFINITY) v.r = 0;
    if ((a.m.high == 0 && a.r == 0 && !infinite(b)) || (b.m.high == 0 && b.r == 0 && !infinite(a))) return {{a.m.high * b.m.high, 0.0}, 0.0};
    return v;
  }
  static FPCHECK_INLINE value fma(const value& a, const value& b, const value& c) { return add(mul(a, b), c); }
  static FPCHECK_INLINE value div(const value& a, const value& b) {
    const double below = std::fabs(b.m.high) * (1 - 0x1p-50) - b.r;
    if (b.m.high == 0 && b.r == 0) return {{a.m.high / b.m.high, 0.0}, 0.0};
    if (infinite(b) && b.r == 0 && !infinite(a) && a.r < INFINITY) return {{a.m.high / b.m.high, 0.0}, 0.0};
    if (!(below > 0)) return {{a.m.high / b.m.high, 0.0}, INFINITY};
    const double_double q = exact::div(a.m, b.m);
    const double spread = (a.r + std::fabs(q.high) * (1 + 0x1p-50) * b.r) / below;
    return settle(q, a.m.high / b.m.high, spread, 0x1p-101, infinite(a) && known(a, b));
  }
  static value sqrt(const value& a) {
    if (a.m.high == 0 && a.r == 0) return a;
    if (!(a.m.high - a.r > 0)) return {{__builtin_sqrt(a.m.high), 0.0}, a.r == 0 ? 0.0 : INFINITY};
    const double_double s = exact::sqrt(a.m);
    return settle(s, __builtin_sqrt(a.m.high), a.r / (s.high * (1 - 0x1p-50)), 0x1p-103, infinite(a));
  }
  static FPCHECK_INLINE value neg(const value& a) { return {-a.m, a.r}; }
  static FPCHECK_INLINE value abs(const value& a) { return {std::signbit(a.m.high) ? -a.m : a.m, a.r}; }
  static value from(wide_ball b) { return {{b.high, b.low}, b.radius}; }
  static wide_ball to(const value& a) { return {a.m.high, a.m.low, a.r}; }
  static value ex2(const value& a) { return from(wide_exp2(to(a))); }
  static value lg2(const value& a) { return from(wide_log2(to(a))); }
  static value sin(const value& a) { return from(wide_sin(to(a))); }
  static value cos(const value& a) { return from(wide_cos(to(a))); }
  static value tanh(const value& a) { return from(wide_tanh(to(a))); }
  static FPCHECK_INLINE value scale(const value& a, double k) { return {{a.m.high * k, a.m.low * k}, a.r * std::fabs(k)}; }
  static value clamp(const value& a) {
    if (a.m.high - a.r >= 1.0) return exact(1.0);
    if (a.m.high + a.r <= 0.0) return exact(0.0);
    if (a.m.high > 1.0) return {{1.0, 0.0}, a.r};
    if (a.m.high < 0.0) return {{0.0, 0.0}, a.r};
    return a;
  }
  static value widened(const value& a, double error) { return {a.m, (a.r + error) * (1 + 0x1p-50)}; }
  static FPCHECK_INLINE value narrowed(value a, double, number) { return a; }
  static FPCHECK_INLINE value approximated(value a, double, double) { return a; }
  /// A result that is identically zero in exact arithmetic.
  static FPCHECK_INLINE value vanished(const value& v) { return is_finite(v.m.high) ? exact(0.0) : v; }
  static constexpr number_layout layout = number_layout::wide;
  static constexpr bool needs_operands = false, tracks_input = false;
  static void settle_atomic(const op&, value&, double) {}
  static void born_at(value&, std::uint32_t) {}
  template <number F>
  static FPCHECK_INLINE void after(warp&, const op&, numbers<wide_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<wide_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<wide_domain>&, numbers<wide_domain>&, int) {}

private:
  static value whole(__int128 v) {
    const double d = static_cast<double>(v);
    return {{d, static_cast<double>(v - static_cast<__int128>(d))}, 0.0};
  }
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
