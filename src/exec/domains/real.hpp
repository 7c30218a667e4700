#pragma once
// The arithmetic that midpoints are computed in: binary64, or double-double where the kernel itself computes in binary64.
#include "fetch.hpp"

#include <fpcheck/exact/double_double.hpp>

#include <cmath>

namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL {

using double_double = exact::double_word<double>;

template <class Real>
struct real_traits;

template <>
struct real_traits<double> {
  static constexpr int words = 1;
  static FPCHECK_INLINE double load(const double* q) { return q[0]; }
  static FPCHECK_INLINE void store(double* q, double v) { q[0] = v; }
  static FPCHECK_INLINE double of(double v) { return v; }
  static FPCHECK_INLINE double leading(double v) { return v; }
  static FPCHECK_INLINE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
  static FPCHECK_INLINE double root(double a) { return __builtin_sqrt(a); }
  static FPCHECK_INLINE double difference(double a, double b) { return a - b; }
  template <class F, class G>
  static FPCHECK_INLINE double function(double a, F f, G) { return f(a); }
};

template <>
struct real_traits<double_double> {
  static constexpr int words = 2;
  static FPCHECK_INLINE double_double load(const double* q) { return {q[0], q[warp_size]}; }
  static FPCHECK_INLINE void store(double* q, double_double v) { q[0] = v.high, q[warp_size] = v.low; }
  static FPCHECK_INLINE double_double of(double v) { return {v, 0.0}; }
  static FPCHECK_INLINE double leading(double_double v) { return v.high; }
  /// Where the leading part is not finite, the error terms are not either: what IEEE arithmetic gives stands.
  static FPCHECK_INLINE double_double settled(double_double v, double plain) {
    return is_number(v.high) && is_number(v.low) ? v : double_double{plain, 0.0};
  }
  static FPCHECK_INLINE bool is_number(double x) { return std::fabs(x) <= 1.7976931348623157e308; }
  static FPCHECK_INLINE double_double fused(double_double a, double_double b, double_double c) {
    return settled(exact::fma(a, b, c), __builtin_fma(a.high, b.high, c.high));
  }
  static double_double root(double_double a) { return settled(exact::sqrt(a), __builtin_sqrt(a.high)); }
  static FPCHECK_INLINE double difference(double_double a, double_double b) { return exact::sub(a, b).high; }
  /// To first order in the low part: the leading error is that of the binary64 function.
  template <class F, class G>
  static double_double function(double_double a, F f, G derivative) {
    const double y = f(a.high), d = derivative(a.high) * a.low;
    return is_number(d) ? exact::add(double_double{y, 0.0}, d) : double_double{y, 0.0};
  }
};

template <class Real>
FPCHECK_INLINE Real plus(Real a, Real b) {
  if constexpr (sizeof(Real) == 8) return a + b;
  else return real_traits<Real>::settled(exact::add(a, b), a.high + b.high);
}
template <class Real>
FPCHECK_INLINE Real minus(Real a, Real b) {
  if constexpr (sizeof(Real) == 8) return a - b;
  else return real_traits<Real>::settled(exact::sub(a, b), a.high - b.high);
}
template <class Real>
FPCHECK_INLINE Real times(Real a, Real b) {
  if constexpr (sizeof(Real) == 8) return a * b;
  else return real_traits<Real>::settled(exact::mul(a, b), a.high * b.high);
}
template <class Real>
FPCHECK_INLINE Real over(Real a, Real b) {
  if constexpr (sizeof(Real) == 8) return a / b;
  else return real_traits<Real>::settled(exact::div(a, b), a.high / b.high);
}

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
