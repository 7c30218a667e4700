#pragma once
// Midpoints of a chosen number of bits with a radius that takes in every rounding of the midpoint.
#include "multiprecision.hpp"
#include "shadowed_ops.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct multiprecision_domain {
  /// Planes: leading word, radius for those who read no further than the low word, low word; then the radius itself, kind
  /// and exponent, limbs.
  static constexpr int planes = 5 + most_limbs;
  using value = multiprecision;
  static value load(const double* p) {
    value v;
    v.lead = p[0], v.low = p[2 * warp_size], v.radius = p[3 * warp_size];
    const std::uint64_t packed = bits_of(p[4 * warp_size]);
    v.kind = static_cast<std::int32_t>(packed >> 32), v.exponent = static_cast<std::int32_t>(packed & 0xffffffffu);
    if (v.kind != 0)
      for (int k = 0; k < most_limbs; ++k) v.limbs[k] = bits_of(p[(5 + k) * warp_size]);
    return v;
  }
  static void store(double* p, const value& v) {
    p[0] = v.lead, p[2 * warp_size] = v.low, p[3 * warp_size] = v.radius;
    p[warp_size] = v.low == 0 ? v.radius : (v.radius + std::fabs(v.low) * 0x1p-53) * (1 + 0x1p-50) + 0x1p-1074;
    p[4 * warp_size] = bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::uint32_t>(v.kind)) << 32 | static_cast<std::uint32_t>(v.exponent));
    for (int k = 0; k < most_limbs; ++k) p[(5 + k) * warp_size] = bit_cast<double>(v.limbs[k]);
  }
  static value load_words(const number_words& w) {
    double q[planes * warp_size];
    for (int p = 0; p < planes; ++p) q[p * warp_size] = bit_cast<double>(w[p]);
    return load(q);
  }
  static value exact(double v) {
    value out;
    out.lead = v;
    return out;
  }
  static value input(double v, number) { return exact(v); }
  static value integer(std::int64_t v) { return mp_integer(v); }
  static value natural(std::uint64_t v) { return mp_natural(v); }
  static double midpoint(const value& v) { return v.lead; }
  static double error(const value& v) { return (v.radius + std::fabs(v.low)) * (1 + 0x1p-50); }
  static double allowance(const value&) { return 0.0; }
  static value add(const value& a, const value& b) { return mp_add(a, b); }
  static value sub(const value& a, const value& b) { return mp_add(a, mp_neg(b)); }
  static value mul(const value& a, const value& b) { return mp_mul(a, b); }
  static value fma(const value& a, const value& b, const value& c) { return mp_fma(a, b, c); }
  static value div(const value& a, const value& b) { return mp_div(a, b); }
  static value sqrt(const value& a) { return mp_sqrt(a); }
  static value neg(const value& a) { return mp_neg(a); }
  static value abs(const value& a) { return std::signbit(a.lead) ? mp_neg(a) : a; }
  static value ex2(const value& a) { return mp_exp2(a); }
  static value lg2(const value& a) { return mp_log2(a); }
  static value sin(const value& a) { return mp_sin(a); }
  static value cos(const value& a) { return mp_cos(a); }
  static value tanh(const value& a) { return mp_tanh(a); }
  static value scale(const value& a, double k) { return mp_mul(a, exact(k)); }
  static value clamp(const value& a) {
    const double r = error(a);
    if (a.lead - r >= 1.0) return exact(1.0);
    if (a.lead + r <= 0.0) return exact(0.0);
    if (a.lead >= r && a.lead + r <= 1.0) return a;
    value out = exact(a.lead > 1.0 ? 1.0 : a.lead < 0.0 ? 0.0 : a.lead);
    out.radius = r;
    return out;
  }
  static value widened(value a, double error) {
    a.radius = (a.radius + error) * (1 + 0x1p-50);
    return a;
  }
  static value narrowed(value a, double, number) { return a; }
  static value approximated(value a, double, double) { return a; }
  /// A result that is identically zero in exact arithmetic.
  static value vanished(const value& v) { return is_finite(v.lead) ? exact(0.0) : v; }
  static void prepare(std::uint32_t bits) { set_multiprecision(bits); }
  static constexpr number_layout layout = number_layout::wide;
  static constexpr bool needs_operands = false, tracks_input = false;
  static void settle_atomic(const op&, value&, double) {}
  static void born_at(value&, std::uint32_t) {}
  template <number F>
  static void after(warp&, const op&, numbers<multiprecision_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<multiprecision_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<multiprecision_domain>&, numbers<multiprecision_domain>&, int) {}
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
