#pragma once
// The ball's content by another road: outward-rounded intervals in binary64.
#include "shadowed_ops.hpp"

#include <fpcheck/interval/arithmetic.hpp>
#include <fpcheck/interval/elementary.hpp>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct interval_domain {
  /// Planes: midpoint and radius, which every domain's reader understands, then the bounds.
  static constexpr int planes = 4;
  using bounds = interval::interval<double>;
  struct value {
    double low = 0, high = 0;
    bool undefined = false; ///< certainly not a number
  };
  static value load(const double* p) { return {p[2 * warp_size], p[3 * warp_size], p[0] != p[0]}; }
  static void store(double* p, const value& v) {
    p[0] = midpoint(v), p[warp_size] = error(v), p[2 * warp_size] = v.low, p[3 * warp_size] = v.high;
  }
  static value load_words(const number_words& w) { return {bit_cast<double>(w[2]), bit_cast<double>(w[3]), bit_cast<double>(w[0]) != bit_cast<double>(w[0])}; }
  static value exact(double v) { return {v, v, v != v}; }
  static value input(double v, number) { return exact(v); }
  static value integer(std::int64_t v) { return whole(static_cast<double>(v), static_cast<__int128>(v)); }
  static value natural(std::uint64_t v) { return whole(static_cast<double>(v), static_cast<__int128>(v)); }
  static double midpoint(const value& v) {
    if (v.undefined) return bit_cast<double>(0x7ff8000000000000u);
    if (v.low == v.high) return v.low;
    const double m = 0.5 * v.low + 0.5 * v.high;
    return is_finite(m) ? m : 0.0;
  }
  static double error(const value& v) {
    if (v.undefined || v.low == v.high) return 0.0;
    const double m = midpoint(v), r = std::max(v.high - m, m - v.low) * (1 + 0x1p-51);
    return is_finite(r) ? r : INFINITY;
  }
  static double allowance(const value&) { return 0.0; }

  /// Infinite and undefined operands follow IEEE arithmetic: they are data, not bounds.
  static bool data(const value& v) { return v.undefined || (v.low == v.high && !is_finite(v.low)); }
  static bounds to(const value& v) { return bounds(v.low, v.high); }
  static value from(const bounds& b) { return {b.lower(), b.upper(), false}; }
  template <class F, class P, class... V>
  static value apply(F f, P plain, const V&... v) {
    if ((data(v) || ...)) return exact(plain(midpoint(v)...));
    const bounds b = f(to(v)...);
    if (b.is_empty()) return exact(plain(midpoint(v)...));
    return from(b);
  }
  static value add(const value& a, const value& b) { return apply([](auto x, auto y) { return x + y; }, [](double x, double y) { return x + y; }, a, b); }
  static value sub(const value& a, const value& b) { return apply([](auto x, auto y) { return x - y; }, [](double x, double y) { return x - y; }, a, b); }
  static value mul(const value& a, const value& b) { return apply([](auto x, auto y) { return x * y; }, [](double x, double y) { return x * y; }, a, b); }
  static value div(const value& a, const value& b) {
    if (b.low == 0 && b.high == 0) return exact(midpoint(a) / midpoint(b));
    return apply([](auto x, auto y) { return x / y; }, [](double x, double y) { return x / y; }, a, b);
  }
  static value fma(const value& a, const value& b, const value& c) { return add(mul(a, b), c); }
  static value sqrt(const value& a) {
    if (!data(a) && a.low < 0 && a.high >= 0 && a.low != a.high) return {-INFINITY, INFINITY, false};
    return apply([](auto x) { return interval::sqrt(x); }, [](double x) { return __builtin_sqrt(x); }, a);
  }
  static value neg(const value& a) { return {-a.high, -a.low, a.undefined}; }
  static value abs(const value& a) {
    if (a.undefined || a.low > 0) return a;
    if (a.low == a.high) return {std::fabs(a.low), std::fabs(a.low), false};
    if (a.high <= 0) return neg(a);
    return {0.0, std::max(-a.low, a.high), false};
  }
  static value ex2(const value& a) { return apply([](auto x) { return interval::exp2(x); }, [](double x) { return std::exp2(x); }, a); }
  static value lg2(const value& a) {
    if (!data(a) && a.low <= 0 && a.high > 0) return {-INFINITY, INFINITY, false};
    return apply([](auto x) { return interval::log2(x); }, [](double x) { return std::log2(x); }, a);
  }
  static value sin(const value& a) { return apply([](auto x) { return interval::sin(x); }, [](double x) { return std::sin(x); }, a); }
  static value cos(const value& a) { return apply([](auto x) { return interval::cos(x); }, [](double x) { return std::cos(x); }, a); }
  static value tanh(const value& a) { return apply([](auto x) { return interval::tanh(x); }, [](double x) { return std::tanh(x); }, a); }
  static value scale(const value& a, double k) { return k < 0 ? value{a.high * k, a.low * k, a.undefined} : value{a.low * k, a.high * k, a.undefined}; }
  static value clamp(const value& a) {
    const auto cut = [](double x) { return x > 1.0 ? 1.0 : x > 0.0 ? x : 0.0; };
    return {cut(a.low), cut(a.high), false};
  }
  static value widened(const value& a, double error) { return {std::nextafter(a.low - error, -INFINITY), std::nextafter(a.high + error, INFINITY), a.undefined}; }
  static value narrowed(const value& a, double, number) { return a; }
  static value approximated(const value& a, double, double) { return a; }
  /// A result that is identically zero in exact arithmetic.
  static FPCHECK_INLINE value vanished(const value& v) { return is_finite(v.low) && is_finite(v.high) ? exact(0.0) : v; }
  static constexpr bool needs_operands = false, tracks_input = false;
  static void settle_atomic(const op&, value&, double) {}
  static void born_at(value&, std::uint32_t) {}
  template <number F>
  static void after(warp&, const op&, numbers<interval_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<interval_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<interval_domain>&, numbers<interval_domain>&, int) {}

private:
  static value whole(double d, __int128 v) {
    const __int128 rest = v - static_cast<__int128>(d);
    return {rest < 0 ? std::nextafter(d, -INFINITY) : d, rest > 0 ? std::nextafter(d, INFINITY) : d, false};
  }
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
