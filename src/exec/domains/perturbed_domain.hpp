#pragma once
// Inherent sensitivity: beside the exact midpoint, copies of the computation on inputs moved by up to half an ulp of the
// arithmetic that consumes them. The first half of the copies also moves at intended narrowings (R8), and all but the last two at
// approximate instructions by their documented error (R5): what only such errors excuse can be told from what the inputs do.
#include "real.hpp"
#include "shadowed_ops.hpp"

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

/// Number of the first copy of this run: several runs make more copies.
inline thread_local std::uint32_t first_copy = 0;

/// A number in (-1, 1), the same for the same value and copy in every place. Continuous, so that no few copies agree on
/// a combination of inputs that happens to cancel.
FPCHECK_INLINE double random_factor(double v, unsigned copy) {
  std::uint64_t h = bits_of(v) * 0x9e3779b97f4a7c15u + (copy + 1) * 0xbf58476d1ce4e5b9u + first_copy * 0x94d049bb133111ebu;
  h ^= h >> 29;
  h *= 0x94d049bb133111ebu;
  h ^= h >> 32;
  return static_cast<double>(static_cast<std::int64_t>(h)) * 0x1p-63;
}

template <class Real>
struct perturbed_domain {
  using real = real_traits<Real>;
  static constexpr int copies = 8, narrowed_copies = 4, approximated_copies = 6, words = real::words;
  /// Planes: the midpoint's leading word, depth, the copies' deviations from the midpoint, the midpoint's rest.
  static constexpr int planes = 2 + copies + (words - 1);
  struct value {
    Real m{};
    double d[copies] = {}; ///< first-order deviations of the copies: small beside m, so binary64 holds them
    double depth = 0;
  };
  static FPCHECK_INLINE value load(const double* q) {
    value v;
    if constexpr (words == 1) v.m = q[0];
    else v.m = {q[0], q[(2 + copies) * warp_size]};
    v.depth = q[warp_size];
    for (int k = 0; k < copies; ++k) v.d[k] = q[(2 + k) * warp_size];
    return v;
  }
  static FPCHECK_INLINE void store(double* q, const value& v) {
    if constexpr (words == 1) q[0] = v.m;
    else q[0] = v.m.high, q[(2 + copies) * warp_size] = v.m.low;
    q[warp_size] = v.depth;
    for (int k = 0; k < copies; ++k) q[(2 + k) * warp_size] = v.d[k];
  }
  static value load_words(const number_words& w) {
    double q[planes * warp_size];
    for (int p = 0; p < planes; ++p) q[p * warp_size] = bit_cast<double>(w[p]);
    return load(q);
  }
  static FPCHECK_INLINE value exact(double x) {
    value v;
    v.m = real::of(x);
    return v;
  }
  static FPCHECK_INLINE value input(double x, number n) {
    value v = exact(x);
    const double u = 1.5 * power_of_two(-limits_of(n).precision);
    for (unsigned k = 0; k < copies; ++k) v.d[k] = is_finite(x) ? x * u * random_factor(x, k) : 0.0;
    return v;
  }
  static value integer(std::int64_t x) { return exact(static_cast<double>(x)); }
  static value natural(std::uint64_t x) { return exact(static_cast<double>(x)); }
  static FPCHECK_INLINE double midpoint(const value& v) { return real::leading(v.m); }
  static FPCHECK_INLINE double error(const value&) { return 0.0; }
  static FPCHECK_INLINE double allowance(const value& v) {
    double most = 0;
    for (const double q : v.d) most = std::max(most, std::fabs(q));
    return most == most ? most : 0.0;
  }
  /// The exact result m with the deviations that `of(copy)` gives.
  template <class F>
  static FPCHECK_INLINE value build(Real m, double depth, F of) {
    value v;
    v.m = m;
    for (int k = 0; k < copies; ++k) {
      const double d = of(k);
      v.d[k] = d == d ? d : 0.0; // of a result that is not a number nothing is known
    }
    v.depth = depth + 1;
    return v;
  }
  /// A deviation carried by a factor; none stays none whatever the factor.
  static FPCHECK_INLINE double carry(double factor, double d) { return d == 0 ? 0.0 : factor * d; }
  static FPCHECK_INLINE double lead(const value& v) { return real::leading(v.m); }
  static FPCHECK_INLINE value add(const value& a, const value& b) {
    return build(plus(a.m, b.m), std::max(a.depth, b.depth), [&](int k) { return a.d[k] + b.d[k]; });
  }
  static FPCHECK_INLINE value sub(const value& a, const value& b) {
    return build(minus(a.m, b.m), std::max(a.depth, b.depth), [&](int k) { return a.d[k] - b.d[k]; });
  }
  static FPCHECK_INLINE value mul(const value& a, const value& b) {
    const double x = lead(a), y = lead(b);
    return build(times(a.m, b.m), std::max(a.depth, b.depth), [&](int k) { return carry(x, b.d[k]) + carry(y + b.d[k], a.d[k]); });
  }
  static FPCHECK_INLINE value fma(const value& a, const value& b, const value& c) {
    const double x = lead(a), y = lead(b);
    return build(real::fused(a.m, b.m, c.m), std::max({a.depth, b.depth, c.depth}), [&](int k) { return carry(x, b.d[k]) + carry(y + b.d[k], a.d[k]) + c.d[k]; });
  }
  static FPCHECK_INLINE value div(const value& a, const value& b) {
    const Real q = over(a.m, b.m);
    const double y = lead(b), r = real::leading(q);
    return build(q, std::max(a.depth, b.depth), [&](int k) { const double t = a.d[k] - carry(r, b.d[k]); return t == 0 ? 0.0 : t / (y + b.d[k]); });
  }
  /// A function of one argument, with its deviation taken as a difference of function values.
  template <class F, class G>
  static value through(const value& a, F f, G derivative) {
    const double x = lead(a), y = f(x);
    return build(real::function(a.m, f, derivative), a.depth, [&](int k) {
      if (a.d[k] == 0) return 0.0;
      const double slope = derivative(x) * a.d[k];
      return std::fabs(a.d[k]) < 0x1p-20 * std::fabs(x) && is_finite(slope) ? slope : f(x + a.d[k]) - y;
    });
  }
  static FPCHECK_INLINE value sqrt(const value& a) {
    const Real s = real::root(a.m);
    const double y = real::leading(s), x = lead(a);
    return build(s, a.depth, [&](int k) { const double t = x + a.d[k]; return a.d[k] == 0 ? 0.0 : t > 0 ? a.d[k] / (y + __builtin_sqrt(t)) : -y; });
  }
  static FPCHECK_INLINE value neg(const value& a) {
    value v = a;
    v.m = -a.m;
    for (double& q : v.d) q = -q;
    return v;
  }
  static FPCHECK_INLINE value abs(const value& a) { return std::signbit(lead(a)) ? neg(a) : a; }
  static value ex2(const value& a) { return through(a, [](double x) { return std::exp2(x); }, [](double x) { return std::exp2(x) * 0.6931471805599453; }); }
  static value lg2(const value& a) { return through(a, [](double x) { return std::log2(x); }, [](double x) { return 1.4426950408889634 / x; }); }
  static value sin(const value& a) { return through(a, [](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }); }
  static value cos(const value& a) { return through(a, [](double x) { return std::cos(x); }, [](double x) { return -std::sin(x); }); }
  static value tanh(const value& a) { return through(a, [](double x) { return std::tanh(x); }, [](double x) { const double t = std::tanh(x); return 1 - t * t; }); }
  static FPCHECK_INLINE value scale(const value& a, double k) {
    value v = a;
    v.m = times(a.m, real::of(k));
    for (double& q : v.d) q *= k;
    return v;
  }
  static FPCHECK_INLINE value clamp(const value& a) {
    const double x = lead(a);
    if (!(x > 1.0) && !(x < 0.0)) return a;
    return exact(x > 1.0 ? 1.0 : 0.0);
  }
  static FPCHECK_INLINE value narrowed(value a, double result, number n) {
    if (!is_finite(result)) return a;
    const double h = half_ulp(result, n);
    for (unsigned k = 0; k < narrowed_copies; ++k) a.d[k] += h * random_factor(midpoint(a) + 1.5 * result, k + 16);
    return a;
  }
  /// The first `count` copies move by up to `h`.
  static FPCHECK_INLINE value moved(value a, double h, unsigned count) {
    if (is_finite(h))
      for (unsigned k = 0; k < count; ++k) a.d[k] += h * random_factor(midpoint(a), k + 32);
    return a;
  }
  static FPCHECK_INLINE value approximated(const value& a, double relative, double absolute) {
    return moved(a, std::max(std::fabs(midpoint(a)) * relative, absolute), approximated_copies);
  }
  /// An error term moves by its own size, but where copies of a conversion have moved it already: with what they took from
  /// the other part, so that the two parts together stay.
  static FPCHECK_INLINE value residual(const value& v, double size) { return allowance(v) * 16 >= size ? v : moved(v, size, copies); }
  /// A result that is identically zero in exact arithmetic.
  static FPCHECK_INLINE value vanished(const value& v) { return v; }
  static void prepare(std::uint32_t parameter) { first_copy = parameter; }
  static constexpr number_layout layout = words == 1 ? number_layout::deviations : number_layout::wide_deviations;
  static constexpr bool needs_operands = false, tracks_input = true;
  static void settle_atomic(const op&, value&, double) {}
  static void born_at(value&, std::uint32_t) {}
  template <number F>
  static FPCHECK_INLINE void after(warp&, const op&, numbers<perturbed_domain>&, const before&, std::uint32_t) {}
  template <number F>
  static void after_pair(warp&, const op&, numbers<perturbed_domain>*) {}
  static void after_conversion(warp&, const op&, const numbers<perturbed_domain>&, numbers<perturbed_domain>&, int) {}
};

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
