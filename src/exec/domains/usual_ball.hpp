#pragma once
// The enclosures of exact/ball.hpp for the operands that kernels have: half the operations, the same bits. Where a result may
// differ, `odd` gets bits set and the caller works the whole warp out with the full rules.
#include <fpcheck/exact/ball.hpp>

#include <cstdint>
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

/// 32 balls at `m`, their radii behind the 32 midpoints, eight at a time. The same results once more, written out: a mask
/// register says for which lanes they hold, and false comes back if that is not all of them.
struct rows {
  const double* m;
  FPCHECK_INLINE __m512d midpoint(int k) const { return _mm512_load_pd(m + k); }
  FPCHECK_INLINE __m512d radius(int k) const { return _mm512_load_pd(m + warp_size + k); }
};

FPCHECK_INLINE __m512d spread(__m512d am, __m512d ar, __m512d bm, __m512d br) {
  return _mm512_fmadd_pd(_mm512_abs_pd(am), br, _mm512_mul_pd(_mm512_add_pd(_mm512_abs_pd(bm), br), ar));
}
/// The radius for the bound `t`; lanes leave `good` where it is not finite.
FPCHECK_INLINE __m512d upward(__m512d t, __mmask8& good) {
  const __m512d r = _mm512_fmadd_pd(t, _mm512_set1_pd(limits::up), _mm512_set1_pd(limits::eta));
  good = _mm512_mask_cmp_pd_mask(good, r, _mm512_set1_pd(limits::largest), _CMP_LE_OQ);
  return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(t, _mm512_setzero_pd(), _CMP_NEQ_UQ), r);
}
/// Lanes leave `good` whose product is small, or whose bound is and does not come from exact factors.
FPCHECK_INLINE void keep_large(__m512d p, __m512d t, __m512d ar, __m512d br, __mmask8& good) {
  good = _mm512_mask_cmp_pd_mask(good, _mm512_abs_pd(p), _mm512_set1_pd(limits::residual_limit), _CMP_GE_OQ);
  const __mmask8 small = _mm512_cmp_pd_mask(t, _mm512_set1_pd(tiny), _CMP_LT_OQ);
  const __m512i inexact = _mm512_or_epi64(_mm512_castpd_si512(ar), _mm512_castpd_si512(br));
  good = static_cast<__mmask8>(good & ~_mm512_mask_test_epi64_mask(small, inexact, inexact));
}

FPCHECK_INLINE bool add(double* to, rows a, rows b, double sign) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d x = a.midpoint(k), y = _mm512_mul_pd(b.midpoint(k), _mm512_set1_pd(sign));
    const __m512d s = _mm512_add_pd(x, y), z = _mm512_sub_pd(s, x);
    const __m512d e = _mm512_add_pd(_mm512_sub_pd(x, _mm512_sub_pd(s, z)), _mm512_sub_pd(y, z));
    const __m512d t = _mm512_add_pd(_mm512_add_pd(a.radius(k), b.radius(k)), _mm512_abs_pd(e));
    const __m512d r = upward(t, good);
    _mm512_store_pd(to + k, s), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

FPCHECK_INLINE bool mul(double* to, rows a, rows b) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d am = a.midpoint(k), ar = a.radius(k), bm = b.midpoint(k), br = b.radius(k);
    const __m512d p = _mm512_mul_pd(am, bm), e = _mm512_fmsub_pd(am, bm, p);
    const __m512d t = _mm512_add_pd(spread(am, ar, bm, br), _mm512_abs_pd(e));
    keep_large(p, t, ar, br, good);
    const __m512d r = upward(t, good);
    _mm512_store_pd(to + k, p), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

FPCHECK_INLINE bool fma(double* to, rows a, rows b, rows c) {
  __mmask8 good = 0xff;
  for (int k = 0; k < warp_size; k += 8) {
    const __m512d am = a.midpoint(k), ar = a.radius(k), bm = b.midpoint(k), br = b.radius(k), cm = c.midpoint(k);
    const __m512d m = _mm512_fmadd_pd(am, bm, cm), p = _mm512_mul_pd(am, bm), e = _mm512_fmsub_pd(am, bm, p);
    __mmask8 clean = _mm512_cmp_pd_mask(e, _mm512_setzero_pd(), _CMP_EQ_OQ);
    clean = _mm512_mask_cmp_pd_mask(clean, _mm512_sub_pd(m, p), cm, _CMP_EQ_OQ);
    clean = _mm512_mask_cmp_pd_mask(clean, _mm512_sub_pd(m, cm), p, _CMP_EQ_OQ);
    const __m512d half_ulp = _mm512_fmadd_pd(_mm512_abs_pd(m), _mm512_set1_pd(limits::unit), _mm512_set1_pd(limits::eta));
    const __m512d carried = _mm512_add_pd(spread(am, ar, bm, br), c.radius(k));
    const __m512d t = _mm512_mask_add_pd(carried, static_cast<__mmask8>(~clean), carried, half_ulp);
    keep_large(p, t, ar, br, good);
    const __m512d r = upward(t, good);
    _mm512_store_pd(to + k, m), _mm512_store_pd(to + warp_size + k, r);
  }
  return good == 0xff;
}

#endif

} // namespace usual

} // namespace fpcheck::exec::inline FPCHECK_ISA_LEVEL
