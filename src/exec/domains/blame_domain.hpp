#pragma once
// Who did it: with the exact midpoint travel the largest contributions to the error, by instruction, and the worst
// cancellation on the way. First-order: a contribution is scaled by the derivative of what it passes through.
#include "real.hpp"
#include "shadowed_ops.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

struct blame_domain {
  static constexpr int culprits = 4;
  /// Word layout: midpoint, carried error, (instruction, contribution) pairs, then the worst cancellation (instruction,
  /// error it let through, factor by which the relative error grew), then the instruction an infinity was born at, or that number
  /// and a half for a NaN, and the midpoint's low word.
  static constexpr int planes = 2 + 2 * culprits + 3 + 1 + 1;
  static constexpr double nobody = -1.0, here = -2.0;
  /// A birth whose NaN or infinity became a number again is kept apart from one that is still there.
  static constexpr double closed(double birth) { return -3.0 - birth; }
  static constexpr bool open(double birth) { return birth >= 0; }
  struct value {
    double m = 0, carried = 0, low = 0; ///< the midpoint is m + low
    double who[culprits] = {nobody, nobody, nobody, nobody}, part[culprits] = {};
    double amplifier = nobody, let_through = 0, growth = 0, birth = nobody;
  };
  static value load(const double* q) {
    value v;
    v.m = q[0], v.carried = q[warp_size];
    for (int k = 0; k < culprits; ++k) v.who[k] = q[(2 + 2 * k) * warp_size], v.part[k] = q[(3 + 2 * k) * warp_size];
    const double* r = q + (2 + 2 * culprits) * warp_size;
    v.amplifier = r[0], v.let_through = r[warp_size], v.growth = r[2 * warp_size], v.birth = r[3 * warp_size], v.low = r[4 * warp_size];
    return v;
  }
  static void store(double* q, const value& v) {
    q[0] = v.m, q[warp_size] = v.carried;
    for (int k = 0; k < culprits; ++k) q[(2 + 2 * k) * warp_size] = v.who[k], q[(3 + 2 * k) * warp_size] = v.part[k];
    double* r = q + (2 + 2 * culprits) * warp_size;
    r[0] = v.amplifier, r[warp_size] = v.let_through, r[2 * warp_size] = v.growth, r[3 * warp_size] = v.birth, r[4 * warp_size] = v.low;
  }
  static value load_words(const number_words& w) {
    double q[planes * warp_size];
    for (int p = 0; p < planes; ++p) q[p * warp_size] = bit_cast<double>(w[p]);
    return load(q);
  }
  static value exact(double x) {
    value v;
    v.m = x;
    return v;
  }
  static value input(double x, number) { return exact(x); }
  static value of(double_double x) {
    value v = exact(x.high);
    v.low = x.low == x.low ? x.low : 0;
    return v;
  }
  static double_double real(const value& v) { return {v.m, v.low}; }
  static value integer(std::int64_t x) { return exact(static_cast<double>(x)); }
  static value natural(std::uint64_t x) { return exact(static_cast<double>(x)); }
  static double midpoint(const value& v) { return v.m; }
  static double error(const value&) { return 0.0; }
  static double allowance(const value&) { return 0.0; }

  /// Adds `part` of instruction `who`; the smallest contribution gives way.
  static void blame(value& v, double who, double part) {
    if (who == nobody || part == 0 || part != part) return;
    int least = 0;
    for (int k = 0; k < culprits; ++k) {
      if (v.who[k] == who) { v.part[k] += part; return; }
      if (v.who[k] == nobody) { v.who[k] = who, v.part[k] = part; return; }
      if (std::fabs(v.part[k]) < std::fabs(v.part[least])) least = k;
    }
    if (std::fabs(part) > std::fabs(v.part[least])) v.who[least] = who, v.part[least] = part;
  }
  /// What of `x` comes through with derivative `d`.
  static void pass(value& v, const value& x, double d) {
    if (!is_finite(d)) d = 0;
    v.carried += x.carried * d;
    for (int k = 0; k < culprits; ++k) blame(v, x.who[k], x.part[k] * d);
    const double through = std::fabs(x.let_through * d);
    if (x.amplifier != nobody && through > v.let_through) v.amplifier = x.amplifier, v.let_through = through, v.growth = x.growth;
    if (open(x.birth) || v.birth == nobody) v.birth = x.birth;
  }
  /// A sum of two terms that nearly cancel lets the terms' errors through at full size.
  static void look_for_cancellation(value& v, double a, double b, double ea, double eb) {
    const double top = std::max(std::fabs(a), std::fabs(b)), sum = std::fabs(v.m);
    if (!(sum * 8 <= top) || !is_finite(top)) return;
    const double through = std::fabs(ea + eb);
    if (through == 0) return;
    const double relative_in = std::max(std::fabs(ea), std::fabs(eb)) / top;
    const double growth = sum > 0 ? through / sum / relative_in : INFINITY;
    if (through * 2 >= v.let_through && relative_in < 0x1p-6) v.amplifier = here, v.let_through = through, v.growth = growth;
  }
  static value add(const value& a, const value& b) {
    value v = of(plus(real(a), real(b)));
    pass(v, a, 1), pass(v, b, 1);
    look_for_cancellation(v, a.m, b.m, a.carried, b.carried);
    return v;
  }
  static value sub(const value& a, const value& b) {
    value v = of(minus(real(a), real(b)));
    pass(v, a, 1), pass(v, b, -1);
    look_for_cancellation(v, a.m, -b.m, a.carried, -b.carried);
    return v;
  }
  static value mul(const value& a, const value& b) {
    value v = of(times(real(a), real(b)));
    pass(v, a, b.m), pass(v, b, a.m);
    return v;
  }
  static value fma(const value& a, const value& b, const value& c) {
    value v = of(real_traits<double_double>::fused(real(a), real(b), real(c)));
    pass(v, a, b.m), pass(v, b, a.m), pass(v, c, 1);
    look_for_cancellation(v, a.m * b.m, c.m, a.carried * b.m + b.carried * a.m, c.carried);
    return v;
  }
  static value div(const value& a, const value& b) {
    value v = of(over(real(a), real(b)));
    pass(v, a, 1 / b.m), pass(v, b, -v.m / b.m);
    return v;
  }
  static value through(const value& a, double m, double d) {
    value v = exact(m);
    v.low = is_finite(d * a.low) ? d * a.low : 0; // exact for sign and scale, first order for the functions
    pass(v, a, d);
    return v;
  }
  static value sqrt(const value& a) {
    value v = of(real_traits<double_double>::root(real(a)));
    pass(v, a, 0.5 / v.m);
    return v;
  }
  static value neg(const value& a) { return through(a, -a.m, -1); }
  static value abs(const value& a) { return through(a, std::fabs(a.m), a.m < 0 ? -1 : 1); }
  static value ex2(const value& a) { const double y = std::exp2(a.m); return through(a, y, y * 0.6931471805599453); }
  static value lg2(const value& a) { return through(a, std::log2(a.m), 1.4426950408889634 / a.m); }
  static value sin(const value& a) { return through(a, std::sin(a.m), std::cos(a.m)); }
  static value cos(const value& a) { return through(a, std::cos(a.m), -std::sin(a.m)); }
  static value tanh(const value& a) { const double y = std::tanh(a.m); return through(a, y, 1 - y * y); }
  static value scale(const value& a, double k) { return through(a, a.m * k, k); }
  static value clamp(const value& a) { return through(a, a.m > 1 ? 1 : a.m < 0 ? 0 : a.m, a.m > 1 || a.m < 0 ? 0 : 1); }
  static value narrowed(const value& a, double, number) { return a; }
  static value approximated(const value& a, double, double) { return a; }

  /// A result that is identically zero in exact arithmetic.
  static FPCHECK_INLINE value vanished(const value& v) { return v; }
  static constexpr bool needs_operands = false, tracks_input = false;
  static double birth_of(std::uint32_t pc, double computed) { return static_cast<double>(pc) + (computed != computed ? 0.5 : 0.0); }
  static void born_at(value& v, std::uint32_t pc) { v.birth = birth_of(pc, v.m); }
  static void settle_atomic(const op& o, value& v, double result) { settle(o, v, result); }
  /// The part of the result's error that nothing carried in was made here.
  static void settle(const op& o, value& v, double computed) {
    const auto me = static_cast<double>(o.pc);
    if (v.amplifier == here) v.amplifier = me;
    if (!is_finite(computed) || !is_finite(v.m)) return;
    const double total = (computed - v.m) - v.low, local = total - v.carried;
    if (open(v.birth)) { // what became of an infinity is the error of the instruction that made it
      blame(v, std::floor(v.birth), local);
      v.birth = closed(v.birth);
      v.carried = total;
      return;
    }
    // More than an instruction can round away is what the first order of the carried errors misses: theirs, in proportion.
    const double rounding = 16 * half_ulp(std::max(std::fabs(computed), std::fabs(v.m)), o.format == number::none ? number::f32 : o.format);
    const double own = o.ftz && computed == 0 ? std::max(rounding, 0x1p-126) : rounding;
    if (std::fabs(local) > own && v.carried != 0 && std::fabs(v.carried) > own / 16) {
      const double factor = total / v.carried;
      for (double& part : v.part) part *= factor;
      v.let_through *= std::fabs(factor);
    } else {
      blame(v, me, local);
    }
    v.carried = total;
  }
  template <number F>
  static void after(warp& w, const op& o, numbers<blame_domain>& r, const before&, std::uint32_t born) {
    for_each_lane(w.exec, [&](int i) {
      value v = r.get(i);
      const bool wide = F == number::f64;
      const double computed = value_of(F, wide ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], 0);
      settle(o, v, computed);
      if (((born >> i) & 1u) != 0 && !open(v.birth)) v.birth = birth_before(w, o, i, birth_of(o.pc, computed));
      r.set(i, v);
    });
  }
  /// Where the infinity or NaN of an operand was born, for a result whose number was given up: a function's path for infinite
  /// arguments. `here` if no operand has one.
  static double birth_before(warp& w, const op& o, int lane, double here) {
    for (const ref* r : {&o.a, &o.b, &o.c}) {
      if (r->where != pool::frame) continue;
      const slot_shadow& s = w.shadow(*r);
      if (((s.live >> lane) & 1u) == 0 || (s.tag != shadow_tag::f32 && s.tag != shadow_tag::f64)) continue;
      const value x = load_words(number_at(w, *r, lane, 0));
      if (open(x.birth)) return x.birth;
    }
    return here;
  }
  template <number F>
  static void after_pair(warp& w, const op& o, numbers<blame_domain>* r) {
    for (int part = 0; part < 2; ++part)
      for_each_lane(w.exec, [&](int i) {
        value v = r[part].get(i);
        const double computed = value_of(F, w.lanes<std::uint32_t>(o.d)[i], 16 * part);
        settle(o, v, computed);
        if (!is_finite(computed) && !open(v.birth)) v.birth = birth_of(o.pc, computed);
        r[part].set(i, v);
      });
  }
  static void after_conversion(warp& w, const op& o, const numbers<blame_domain>&, numbers<blame_domain>& first, int count) {
    const int step = o.format == number::f16 || o.format == number::bf16 ? 16 : 8;
    numbers<blame_domain>* r = &first;
    for (int part = 0; part < count; ++part)
      for_each_lane(w.exec, [&](int i) {
        value v = r[part].get(i);
        const bool wide = o.d_bits == 64 && count == 1;
        const double computed = value_of(o.format, wide ? w.lanes<std::uint64_t>(o.d)[i] : w.lanes<std::uint32_t>(o.d)[i], step * part);
        settle(o, v, computed);
        if (!is_finite(computed) && !open(v.birth)) v.birth = birth_of(o.pc, computed);
        r[part].set(i, v);
      });
  }
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
