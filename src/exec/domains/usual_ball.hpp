#pragma once
// The enclosures of exact/ball.hpp for the operands that kernels have: half the operations, the same bits. Where a result may
// differ, `odd` gets bits set and the caller works the whole warp out with the full rules.
#include "fetch.hpp"

#include <fpcheck/exact/ball.hpp>

#include <cstdint>
#include <utility>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

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

#if defined(__AVX512F__)

/// 32 balls, their radii behind the 32 midpoints, eight at a time. The same results once more, written out: a mask says for
/// which lanes they hold, and false comes back if that is not all of them. `Known`: no radii, they are 0.
template <bool Known>
struct rows {
  const double* m;
  FPCHECK_INLINE __m512d midpoint(int k) const { return _mm512_load_pd(m + k); }
  FPCHECK_INLINE __m512d radius(int k) const { return _mm512_load_pd(m + warp_size + k); }
};

/// The radius of a sum: those of its terms and `error`.
template <bool KnownA, bool KnownB>
FPCHECK_INLINE __m512d add_radii(rows<KnownA> a, rows<KnownB> b, int k, __m512d error) {
  if constexpr (KnownA && KnownB) return error;
  else if constexpr (KnownA) return _mm512_add_pd(b.radius(k), error);
  else if constexpr (KnownB) return _mm512_add_pd(a.radius(k), error);
  else return _mm512_add_pd(_mm512_add_pd(a.radius(k), b.radius(k)), error);
}
/// By how much a product moves, |a| r_b + (|b| + r_b) r_a. Requires: b is known if a is.
template <bool KnownA, bool KnownB>
FPCHECK_INLINE __m512d spread(rows<KnownA> a, rows<KnownB> b, int k) {
  if constexpr (KnownA) return _mm512_setzero_pd();
  else if constexpr (KnownB) return _mm512_mul_pd(_mm512_abs_pd(b.midpoint(k)), a.radius(k));
  else return _mm512_fmadd_pd(_mm512_abs_pd(a.midpoint(k)), b.radius(k), _mm512_mul_pd(_mm512_add_pd(_mm512_abs_pd(b.midpoint(k)), b.radius(k)), a.radius(k)));
}
/// The radius for the bound `t`; lanes leave `good` where it is not finite.
FPCHECK_INLINE __m512d upward(__m512d t, __mmask8& good) {
  const __m512d r = _mm512_fmadd_pd(t, _mm512_set1_pd(limits::up), _mm512_set1_pd(limits::eta));
  good = static_cast<__mmask8>(good & _mm512_cmp_pd_mask(r, _mm512_set1_pd(limits::largest), _CMP_LE_OQ));
  return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(t, _mm512_setzero_pd(), _CMP_NEQ_UQ), r);
}
/// Lanes leave `good` whose product is small, or whose bound is and does not come from exact factors.
template <bool KnownA, bool KnownB>
FPCHECK_INLINE void keep_large(__m512d p, __m512d t, rows<KnownA> a, rows<KnownB> b, int k, __mmask8& good) {
  good = static_cast<__mmask8>(good & _mm512_cmp_pd_mask(_mm512_abs_pd(p), _mm512_set1_pd(limits::residual_limit), _CMP_GE_OQ));
  if constexpr (!KnownA) {
    const __mmask8 small = _mm512_cmp_pd_mask(t, _mm512_set1_pd(tiny), _CMP_LT_OQ);
    __m512i inexact = _mm512_castpd_si512(a.radius(k));
    if constexpr (!KnownB) inexact = _mm512_or_epi64(inexact, _mm512_castpd_si512(b.radius(k)));
    good = static_cast<__mmask8>(good & ~_mm512_mask_test_epi64_mask(small, inexact, inexact));
  }
}

template <bool KnownA, bool KnownB>
FPCHECK_INLINE bool add(double* to, rows<KnownA> a, rows<KnownB> b, double sign) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d x = a.midpoint(k), y = _mm512_mul_pd(b.midpoint(k), _mm512_set1_pd(sign));
    const __m512d s = _mm512_add_pd(x, y), z = _mm512_sub_pd(s, x);
    const __m512d e = _mm512_add_pd(_mm512_sub_pd(x, _mm512_sub_pd(s, z)), _mm512_sub_pd(y, z));
    const __m512d r = upward(add_radii(a, b, k, _mm512_abs_pd(e)), good);
    _mm512_store_pd(to + k, s), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

template <bool KnownA, bool KnownB>
FPCHECK_INLINE bool mul(double* to, rows<KnownA> a, rows<KnownB> b) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d am = a.midpoint(k), bm = b.midpoint(k);
    const __m512d p = _mm512_mul_pd(am, bm), e = _mm512_abs_pd(_mm512_fmsub_pd(am, bm, p));
    const __m512d t = KnownA ? e : _mm512_add_pd(spread(a, b, k), e);
    keep_large(p, t, a, b, k, good);
    const __m512d r = upward(t, good);
    _mm512_store_pd(to + k, p), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

template <bool KnownA, bool KnownB, bool KnownC>
FPCHECK_INLINE bool fma(double* to, rows<KnownA> a, rows<KnownB> b, rows<KnownC> c) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d am = a.midpoint(k), bm = b.midpoint(k), cm = c.midpoint(k);
    const __m512d m = _mm512_fmadd_pd(am, bm, cm), p = _mm512_mul_pd(am, bm), e = _mm512_fmsub_pd(am, bm, p);
    const __mmask8 exact = static_cast<__mmask8>(_mm512_cmp_pd_mask(e, _mm512_setzero_pd(), _CMP_EQ_OQ) & _mm512_cmp_pd_mask(_mm512_sub_pd(m, p), cm, _CMP_EQ_OQ) &
                                                 _mm512_cmp_pd_mask(_mm512_sub_pd(m, cm), p, _CMP_EQ_OQ));
    const __m512d half_ulp = _mm512_fmadd_pd(_mm512_abs_pd(m), _mm512_set1_pd(limits::unit), _mm512_set1_pd(limits::eta));
    const __m512d spreads = spread(a, b, k), carried = KnownC ? spreads : KnownA ? c.radius(k) : _mm512_add_pd(spreads, c.radius(k));
    const __m512d t = _mm512_mask_add_pd(carried, static_cast<__mmask8>(~exact), carried, half_ulp);
    keep_large(p, t, a, b, k, good);
    const __m512d r = upward(t, good);
    _mm512_store_pd(to + k, m), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

using known_rows = rows<true>;
using full_rows = rows<false>;

[[gnu::noinline]] inline bool add(double* to, row_operand a, row_operand b, double sign) {
  if (a.known) return b.known ? add(to, known_rows{a.first}, known_rows{b.first}, sign) : add(to, known_rows{a.first}, full_rows{b.first}, sign);
  return b.known ? add(to, full_rows{a.first}, known_rows{b.first}, sign) : add(to, full_rows{a.first}, full_rows{b.first}, sign);
}
[[gnu::noinline]] inline bool mul(double* to, row_operand a, row_operand b) {
  if (a.known) std::swap(a, b);
  if (a.known) return mul(to, known_rows{a.first}, known_rows{b.first});
  return b.known ? mul(to, full_rows{a.first}, known_rows{b.first}) : mul(to, full_rows{a.first}, full_rows{b.first});
}
template <bool KnownC>
FPCHECK_INLINE bool fma_onto(double* to, row_operand a, row_operand b, rows<KnownC> c) {
  if (a.known) return fma(to, known_rows{a.first}, known_rows{b.first}, c);
  return b.known ? fma(to, full_rows{a.first}, known_rows{b.first}, c) : fma(to, full_rows{a.first}, full_rows{b.first}, c);
}
[[gnu::noinline]] inline bool fma(double* to, row_operand a, row_operand b, row_operand c) {
  if (a.known) std::swap(a, b);
  return c.known ? fma_onto(to, a, b, known_rows{c.first}) : fma_onto(to, a, b, full_rows{c.first});
}

#endif

} // namespace usual

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
