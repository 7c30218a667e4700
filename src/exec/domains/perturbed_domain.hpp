#pragma once
// Inherent sensitivity: beside the exact midpoint, copies of the computation on inputs moved by half an ulp of the
// arithmetic that consumes them. Copies 0 and 1 also move at intended narrowings (R8), all of them at approximate
// instructions by their documented error (R5).
#include "shadowed_ops.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// +1 or -1, the same for the same value and copy in every place.
FPCHECK_INLINE double random_sign(double v, unsigned copy) {
  std::uint64_t h = bits_of(v) * 0x9e3779b97f4a7c15u + (copy + 1) * 0xbf58476d1ce4e5b9u;
  h ^= h >> 29;
  h *= 0x94d049bb133111ebu;
  return (h >> 63) != 0 ? -1.0 : 1.0;
}

struct perturbed_domain {
  static constexpr int copies = 4, narrowed_copies = 2, planes = copies + 2;
  struct value {
    double m = 0, p[copies] = {}, depth = 0;
  };
  static FPCHECK_INLINE value load(const double* q) {
    value v;
    v.m = q[0];
    for (int k = 0; k < copies; ++k) v.p[k] = q[(1 + k) * warp_size];
    v.depth = q[(1 + copies) * warp_size];
    return v;
  }
  static FPCHECK_INLINE void store(double* q, const value& v) {
    q[0] = v.m;
    for (int k = 0; k < copies; ++k) q[(1 + k) * warp_size] = v.p[k];
    q[(1 + copies) * warp_size] = v.depth;
  }
  static value load_words(const number_words& w) {
    value v;
    v.m = bit_cast<double>(w[0]);
    for (int k = 0; k < copies; ++k) v.p[k] = bit_cast<double>(w[1 + k]);
    v.depth = bit_cast<double>(w[1 + copies]);
    return v;
  }
  static FPCHECK_INLINE value exact(double x) {
    value v;
    v.m = x;
    for (double& q : v.p) q = x;
    return v;
  }
  static FPCHECK_INLINE value input(double x, number n) {
    value v = exact(x);
    const double u = power_of_two(-limits_of(n).precision);
    for (unsigned k = 0; k < copies; ++k) v.p[k] = x + x * u * random_sign(x, k);
    return v;
  }
  static value integer(std::int64_t x) { return exact(static_cast<double>(x)); }
  static value natural(std::uint64_t x) { return exact(static_cast<double>(x)); }
  static FPCHECK_INLINE double midpoint(const value& v) { return v.m; }
  static FPCHECK_INLINE double error(const value&) { return 0.0; }
  static FPCHECK_INLINE double allowance(const value& v) {
    double most = 0;
    for (const double q : v.p) most = std::max(most, std::fabs(q - v.m));
    return most == most ? most : 0.0;
  }
  template <class F, class... V>
  static FPCHECK_INLINE value each(F f, const V&... x) {
    value v;
    v.m = f(x.m...);
    for (int k = 0; k < copies; ++k) v.p[k] = f(x.p[k]...);
    v.depth = std::max({x.depth...}) + 1;
    return v;
  }
  static FPCHECK_INLINE value add(const value& a, const value& b) { return each([](double x, double y) { return x + y; }, a, b); }
  static FPCHECK_INLINE value sub(const value& a, const value& b) { return each([](double x, double y) { return x - y; }, a, b); }
  static FPCHECK_INLINE value mul(const value& a, const value& b) { return each([](double x, double y) { return x * y; }, a, b); }
  static FPCHECK_INLINE value div(const value& a, const value& b) { return each([](double x, double y) { return x / y; }, a, b); }
  static FPCHECK_INLINE value fma(const value& a, const value& b, const value& c) {
    return each([](double x, double y, double z) { return __builtin_fma(x, y, z); }, a, b, c);
  }
  static FPCHECK_INLINE value sqrt(const value& a) { return each([](double x) { return __builtin_sqrt(x); }, a); }
  static FPCHECK_INLINE value neg(const value& a) { return each([](double x) { return -x; }, a); }
  static FPCHECK_INLINE value abs(const value& a) { return each([](double x) { return std::fabs(x); }, a); }
  static value ex2(const value& a) { return each([](double x) { return std::exp2(x); }, a); }
  static value lg2(const value& a) { return each([](double x) { return std::log2(x); }, a); }
  static value sin(const value& a) { return each([](double x) { return std::sin(x); }, a); }
  static value cos(const value& a) { return each([](double x) { return std::cos(x); }, a); }
  static value tanh(const value& a) { return each([](double x) { return std::tanh(x); }, a); }
  static FPCHECK_INLINE value scale(const value& a, double k) {
    value v = each([k](double x) { return x * k; }, a);
    v.depth = a.depth;
    return v;
  }
  static FPCHECK_INLINE value clamp(const value& a) { return each([](double x) { return x > 1.0 ? 1.0 : x < 0.0 ? 0.0 : x; }, a); }
  static FPCHECK_INLINE value narrowed(value a, double result, number n) {
    if (!is_finite(result)) return a;
    const double h = half_ulp(result, n);
    for (unsigned k = 0; k < narrowed_copies; ++k) a.p[k] += h * random_sign(a.m + 1.5 * result, k + 16);
    return a;
  }
  static FPCHECK_INLINE value approximated(value a, double relative, double absolute) {
    const double h = std::max(std::fabs(a.m) * relative, absolute);
    for (unsigned k = 0; k < copies; ++k) a.p[k] += h * random_sign(a.m, k + 32);
    return a;
  }
  static constexpr bool needs_operands = false, tracks_input = true;
  static void settle_atomic(const op&, value&, double) {}
  template <number F>
  static FPCHECK_INLINE void after(warp&, const op&, numbers<perturbed_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<perturbed_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<perturbed_domain>&, numbers<perturbed_domain>&, int) {}
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
