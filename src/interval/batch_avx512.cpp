#define FPCHECK_LANES_NAMESPACE isa_avx512
#include "batch_lanes.hpp"

#include <immintrin.h>

namespace fpcheck::interval::batch::isa_avx512 {
namespace {

constexpr int down_mode = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
constexpr int up_mode = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;

/// Eight intervals.
struct lanes {
  __m512d lower, upper;
};

FPCHECK_LANE __mmask8 mask_of(std::size_t count) {
  return static_cast<__mmask8>(count >= 8 ? 0xff : (1u << count) - 1);
}
FPCHECK_LANE lanes load(input a, std::size_t i, __mmask8 m) {
  return {_mm512_maskz_loadu_pd(m, a.lower + i), _mm512_maskz_loadu_pd(m, a.upper + i)};
}
/// Lanes that hold no interval.
FPCHECK_LANE __mmask8 empty(lanes a) {
  return _mm512_cmp_pd_mask(a.lower, a.upper, _CMP_NLE_UQ);
}
FPCHECK_LANE void store(output r, std::size_t i, __mmask8 m, lanes x, __mmask8 none) {
  const __m512d inf = _mm512_set1_pd(__builtin_inf());
  _mm512_mask_storeu_pd(r.lower + i, m, _mm512_mask_mov_pd(x.lower, none, inf));
  _mm512_mask_storeu_pd(r.upper + i, m, _mm512_mask_mov_pd(x.upper, none, _mm512_sub_pd(_mm512_setzero_pd(), inf)));
}

FPCHECK_LANE lanes load(input a, std::size_t i) {
  return {_mm512_loadu_pd(a.lower + i), _mm512_loadu_pd(a.upper + i)};
}
FPCHECK_LANE void store(output r, std::size_t i, lanes x) {
  _mm512_storeu_pd(r.lower + i, x.lower);
  _mm512_storeu_pd(r.upper + i, x.upper);
}
/// Whether every bound of x is at least 0; the empty set's upper one is not.
FPCHECK_LANE __m512d smallest(lanes x) {
  return _mm512_min_pd(x.lower, x.upper);
}
FPCHECK_LANE bool all_at_least_zero(__m512d x) {
  return _mm512_cmp_pd_mask(x, _mm512_setzero_pd(), _CMP_GE_OQ) == 0xff;
}
FPCHECK_LANE bool any_nan(lanes x) {
  return _mm512_cmp_pd_mask(x.lower, x.upper, _CMP_UNORD_Q) != 0;
}

// The general form of an operation, for the lanes `m` from i; the loops leave to it what is not plainly ordinary.

void add_general(input a, input b, output r, std::size_t i, __mmask8 m) {
  const lanes x = load(a, i, m), y = load(b, i, m);
  store(r, i, m, {_mm512_add_round_pd(x.lower, y.lower, down_mode), _mm512_add_round_pd(x.upper, y.upper, up_mode)},
        empty(x) | empty(y));
}
FPCHECK_LANE lanes sum(lanes x, lanes y) {
  return {_mm512_add_round_pd(x.lower, y.lower, down_mode), _mm512_add_round_pd(x.upper, y.upper, up_mode)};
}
void add_loop(input a, input b, output r, std::size_t n) {
  std::size_t i = 0;
  // Two groups a turn: the test for the rare case costs as much as an addition.
  for (; i + 16 <= n; i += 16) {
    const lanes s = sum(load(a, i), load(b, i)), t = sum(load(a, i + 8), load(b, i + 8));
    // An empty set stays (+inf, -inf) by itself; beside an unbounded one it makes a NaN.
    if (any_nan({_mm512_add_pd(s.lower, t.lower), _mm512_add_pd(s.upper, t.upper)})) {
      add_general(a, b, r, i, 0xff), add_general(a, b, r, i + 8, 0xff);
      continue;
    }
    store(r, i, s), store(r, i + 8, t);
  }
  for (; i < n; i += 8) add_general(a, b, r, i, mask_of(n - i));
}

/// The smaller (larger) of two numbers, the other one beside NaN, 0 for two NaNs: 0 * inf counts as 0.
FPCHECK_LANE __m512d least(__m512d a, __m512d b) {
  const __m512d r = _mm512_range_pd(a, b, 4);
  return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(r, r, _CMP_ORD_Q), r);
}
FPCHECK_LANE __m512d greatest(__m512d a, __m512d b) {
  const __m512d r = _mm512_range_pd(a, b, 5);
  return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(r, r, _CMP_ORD_Q), r);
}

void mul_general(input a, input b, output r, std::size_t i, __mmask8 m) {
  const __m512d zero = _mm512_setzero_pd();
  const lanes x = load(a, i, m), y = load(b, i, m);
  const __mmask8 xp = _mm512_cmp_pd_mask(x.lower, zero, _CMP_GE_OQ), xn = _mm512_cmp_pd_mask(x.upper, zero, _CMP_LE_OQ);
  const __mmask8 yp = _mm512_cmp_pd_mask(y.lower, zero, _CMP_GE_OQ), yn = _mm512_cmp_pd_mask(y.upper, zero, _CMP_LE_OQ);
  // The operands of detail::lower_operands and upper_operands.
  const __m512d x1 = _mm512_mask_blend_pd(yp, x.upper, x.lower), y1 = _mm512_mask_blend_pd(xn, y.lower, y.upper);
  const __m512d x2 = _mm512_mask_blend_pd(yn, x.lower, x.upper), y2 = _mm512_mask_blend_pd(xp, y.upper, y.lower);
  const __m512d x3 = _mm512_mask_blend_pd(yn, x.upper, x.lower), y3 = _mm512_mask_blend_pd(xn, y.upper, y.lower);
  const __m512d x4 = _mm512_mask_blend_pd(yp, x.lower, x.upper), y4 = _mm512_mask_blend_pd(xp, y.lower, y.upper);
  store(r, i, m,
        {least(_mm512_mul_round_pd(x1, y1, down_mode), _mm512_mul_round_pd(x2, y2, down_mode)),
         greatest(_mm512_mul_round_pd(x3, y3, up_mode), _mm512_mul_round_pd(x4, y4, up_mode))},
        empty(x) | empty(y));
}

void mul_loop(input a, input b, output r, std::size_t n) {
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const lanes x = load(a, i), y = load(b, i);
    if (all_at_least_zero(_mm512_min_pd(smallest(x), smallest(y)))) {
      const lanes p{_mm512_mul_round_pd(x.lower, y.lower, down_mode), _mm512_mul_round_pd(x.upper, y.upper, up_mode)};
      if (!any_nan(p)) {
        store(r, i, p);
        continue;
      }
    }
    mul_general(a, b, r, i, 0xff);
  }
  if (i < n) mul_general(a, b, r, i, mask_of(n - i));
}

void div_general(input a, input b, output r, std::size_t i, __mmask8 m) {
  const __m512d zero = _mm512_setzero_pd(), sign = _mm512_set1_pd(-0.0), inf = _mm512_set1_pd(__builtin_inf());
  lanes x = load(a, i, m), y = load(b, i, m);
  const __mmask8 none = empty(x) | empty(y) |
                        (_mm512_cmp_pd_mask(y.lower, zero, _CMP_EQ_OQ) & _mm512_cmp_pd_mask(y.upper, zero, _CMP_EQ_OQ));
  const __mmask8 zero_over =
      _mm512_cmp_pd_mask(x.lower, zero, _CMP_EQ_OQ) & _mm512_cmp_pd_mask(x.upper, zero, _CMP_EQ_OQ);
  const __mmask8 whole = _mm512_cmp_pd_mask(y.lower, zero, _CMP_LT_OQ) & _mm512_cmp_pd_mask(y.upper, zero, _CMP_GT_OQ);
  const __mmask8 flip = _mm512_cmp_pd_mask(y.upper, zero, _CMP_LE_OQ);
  const lanes nx{_mm512_xor_pd(x.upper, sign), _mm512_xor_pd(x.lower, sign)};
  const lanes ny{_mm512_xor_pd(y.upper, sign), _mm512_xor_pd(y.lower, sign)};
  x = {_mm512_mask_blend_pd(flip, x.lower, nx.lower), _mm512_mask_blend_pd(flip, x.upper, nx.upper)};
  y = {_mm512_mask_blend_pd(flip, y.lower, ny.lower), _mm512_mask_blend_pd(flip, y.upper, ny.upper)};
  const __mmask8 pole = _mm512_cmp_pd_mask(y.lower, zero, _CMP_EQ_OQ);
  const __mmask8 lp = _mm512_cmp_pd_mask(x.lower, zero, _CMP_GE_OQ), up = _mm512_cmp_pd_mask(x.upper, zero, _CMP_GE_OQ);
  const __m512d dl = _mm512_mask_blend_pd(lp, y.lower, y.upper), du = _mm512_mask_blend_pd(up, y.upper, y.lower);
  lanes q{_mm512_div_round_pd(x.lower, dl, down_mode), _mm512_div_round_pd(x.upper, du, up_mode)};
  // A bound over an infinite divisor is 0; so is 0 over anything.
  const __mmask8 lz = _mm512_cmp_pd_mask(dl, inf, _CMP_EQ_OQ) | _mm512_cmp_pd_mask(x.lower, zero, _CMP_EQ_OQ);
  const __mmask8 uz = _mm512_cmp_pd_mask(du, inf, _CMP_EQ_OQ) | _mm512_cmp_pd_mask(x.upper, zero, _CMP_EQ_OQ);
  q = {_mm512_mask_mov_pd(q.lower, lz, zero), _mm512_mask_mov_pd(q.upper, uz, zero)};
  const __mmask8 lower_open = static_cast<__mmask8>((pole & ~lp) | whole);
  const __mmask8 upper_open = static_cast<__mmask8>((pole & _mm512_cmp_pd_mask(x.upper, zero, _CMP_GT_OQ)) | whole);
  q = {_mm512_mask_mov_pd(q.lower, lower_open, _mm512_xor_pd(inf, sign)), _mm512_mask_mov_pd(q.upper, upper_open, inf)};
  q = {_mm512_mask_mov_pd(q.lower, zero_over, zero), _mm512_mask_mov_pd(q.upper, zero_over, zero)};
  store(r, i, m, q, none);
}

void div_loop(input a, input b, output r, std::size_t n) {
  const __m512d zero = _mm512_setzero_pd();
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    const lanes x = load(a, i), y = load(b, i);
    if (all_at_least_zero(_mm512_min_pd(smallest(x), y.upper)) && _mm512_cmp_pd_mask(y.lower, zero, _CMP_GT_OQ) == 0xff)
      store(r, i, {_mm512_div_round_pd(x.lower, y.upper, down_mode), _mm512_div_round_pd(x.upper, y.lower, up_mode)});
    else
      div_general(a, b, r, i, 0xff);
  }
  if (i < n) div_general(a, b, r, i, mask_of(n - i));
}

void sqrt_loop(input a, output r, std::size_t n) {
  const __m512d zero = _mm512_setzero_pd();
  for (std::size_t i = 0; i < n; i += 8) {
    if (i + 8 <= n) {
      const lanes x = load(a, i);
      if (all_at_least_zero(smallest(x))) {
        store(r, i, {_mm512_sqrt_round_pd(x.lower, down_mode), _mm512_sqrt_round_pd(x.upper, up_mode)});
        continue;
      }
    }
    const __mmask8 m = mask_of(n - i);
    const lanes x = load(a, i, m);
    const __mmask8 none = empty(x) | _mm512_cmp_pd_mask(x.upper, zero, _CMP_LT_OQ);
    store(r, i, m,
          {_mm512_sqrt_round_pd(_mm512_max_pd(x.lower, zero), down_mode), _mm512_sqrt_round_pd(x.upper, up_mode)},
          none);
  }
}

} // namespace

constinit const loops table{add_loop, mul_loop, div_loop, sqrt_loop, exp_loop, log_loop, sin_loop};

} // namespace fpcheck::interval::batch::isa_avx512
