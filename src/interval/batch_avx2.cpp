#define FPCHECK_LANES_NAMESPACE isa_avx2
#include "batch_lanes.hpp"

#include <immintrin.h>

namespace fpcheck::interval::batch::isa_avx2 {
namespace {

// Four intervals at a time, rounded outward from the sign of the exact residual. Where a residual might itself be
// rounded (near underflow or overflow) or an operand is unbounded, empty or a divisor round zero, the four are left to
// the element-wise path.

using lanes = __m256d;

/// Results and a mask of lanes that are not certain.
struct checked {
  lanes lower, upper, unsafe;
};

FPCHECK_LANE lanes constant(double x) {
  return _mm256_set1_pd(x);
}
FPCHECK_LANE lanes magnitude(lanes x) {
  return _mm256_andnot_pd(constant(-0.0), x);
}
FPCHECK_LANE lanes negated(lanes x) {
  return _mm256_xor_pd(x, constant(-0.0));
}
FPCHECK_LANE lanes residual_of_product(lanes a, lanes b, lanes p) {
  return _mm256_fmsub_pd(a, b, p);
}
FPCHECK_LANE lanes less(lanes a, lanes b) {
  return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
FPCHECK_LANE lanes at_least(lanes a, lanes b) {
  return _mm256_cmp_pd(a, b, _CMP_GE_OQ);
}
/// b where the mask is set, a elsewhere.
FPCHECK_LANE lanes choose(lanes mask, lanes a, lanes b) {
  return _mm256_blendv_pd(a, b, mask);
}
/// Not within [0, 2^1000] in size, NaN included.
FPCHECK_LANE lanes too_large(lanes x) {
  return _mm256_cmp_pd(magnitude(x), constant(huge), _CMP_NLE_UQ);
}
/// Below 2^-900 in size though a and b are not 0.
FPCHECK_LANE lanes too_small(lanes p, lanes a, lanes b) {
  const lanes zero = _mm256_setzero_pd();
  const lanes exact = _mm256_or_pd(_mm256_cmp_pd(a, zero, _CMP_EQ_OQ), _mm256_cmp_pd(b, zero, _CMP_EQ_OQ));
  return _mm256_andnot_pd(exact, less(magnitude(p), constant(tiny)));
}

/// nearest, one number lower where the exact value is below it. Requires: nearest is normal or exact.
FPCHECK_LANE lanes down(lanes nearest, lanes residual) {
  const __m256i bits = _mm256_castpd_si256(nearest);
  // -1 for positive numbers, +1 for negative ones.
  const __m256i sign = _mm256_srli_epi64(bits, 63);
  const __m256i step = _mm256_sub_epi64(_mm256_add_epi64(sign, sign), _mm256_set1_epi64x(1));
  const __m256i wanted = _mm256_castpd_si256(less(residual, _mm256_setzero_pd()));
  return _mm256_castsi256_pd(_mm256_add_epi64(bits, _mm256_and_si256(wanted, step)));
}
FPCHECK_LANE lanes up(lanes nearest, lanes residual) {
  return negated(down(negated(nearest), negated(residual)));
}

FPCHECK_LANE lanes residual_of_sum(lanes a, lanes b, lanes s) {
  const lanes t = _mm256_sub_pd(s, a);
  return _mm256_add_pd(_mm256_sub_pd(a, _mm256_sub_pd(s, t)), _mm256_sub_pd(b, t));
}

FPCHECK_LANE checked add_lanes(lanes al, lanes au, lanes bl, lanes bu) {
  const lanes l = _mm256_add_pd(al, bl), u = _mm256_add_pd(au, bu);
  const lanes unsafe = _mm256_or_pd(too_large(l), too_large(u));
  return {down(l, residual_of_sum(al, bl, l)), up(u, residual_of_sum(au, bu, u)), unsafe};
}

FPCHECK_LANE checked mul_lanes(lanes xl, lanes xu, lanes yl, lanes yu) {
  const lanes zero = _mm256_setzero_pd();
  const lanes xp = at_least(xl, zero), xn = at_least(zero, xu), yp = at_least(yl, zero), yn = at_least(zero, yu);
  // The operands of detail::lower_operands and upper_operands.
  const lanes a1 = choose(yp, xu, xl), b1 = choose(xn, yl, yu), a2 = choose(yn, xl, xu), b2 = choose(xp, yu, yl);
  const lanes a3 = choose(yn, xu, xl), b3 = choose(xn, yu, yl), a4 = choose(yp, xl, xu), b4 = choose(xp, yl, yu);
  const lanes p1 = _mm256_mul_pd(a1, b1), p2 = _mm256_mul_pd(a2, b2), p3 = _mm256_mul_pd(a3, b3),
              p4 = _mm256_mul_pd(a4, b4);
  const lanes l = _mm256_min_pd(down(p1, residual_of_product(a1, b1, p1)), down(p2, residual_of_product(a2, b2, p2)));
  const lanes u = _mm256_max_pd(up(p3, residual_of_product(a3, b3, p3)), up(p4, residual_of_product(a4, b4, p4)));
  const lanes large =
      _mm256_or_pd(_mm256_or_pd(too_large(p1), too_large(p2)), _mm256_or_pd(too_large(p3), too_large(p4)));
  const lanes small = _mm256_or_pd(_mm256_or_pd(too_small(p1, a1, b1), too_small(p2, a2, b2)),
                                   _mm256_or_pd(too_small(p3, a3, b3), too_small(p4, a4, b4)));
  return {l, u, _mm256_or_pd(_mm256_or_pd(large, small), _mm256_cmp_pd(xl, xu, _CMP_NLE_UQ))};
}

FPCHECK_LANE checked div_lanes(lanes al, lanes au, lanes bl, lanes bu) {
  const lanes zero = _mm256_setzero_pd(), small = constant(tiny);
  const lanes flip = at_least(zero, bu);
  const lanes xl = choose(flip, al, negated(au)), xu = choose(flip, au, negated(al));
  const lanes yl = choose(flip, bl, negated(bu)), yu = choose(flip, bu, negated(bl));
  const lanes dl = choose(at_least(xl, zero), yl, yu), du = choose(at_least(xu, zero), yu, yl);
  const lanes l = _mm256_div_pd(xl, dl), u = _mm256_div_pd(xu, du);
  const lanes rl = negated(residual_of_product(l, dl, xl)), ru = negated(residual_of_product(u, du, xu));
  const lanes one = constant(1);
  lanes unsafe = _mm256_or_pd(_mm256_or_pd(too_large(l), too_large(u)), _mm256_or_pd(too_large(xl), too_large(xu)));
  unsafe = _mm256_or_pd(unsafe, _mm256_or_pd(too_large(yu), _mm256_cmp_pd(yl, small, _CMP_NGE_UQ)));
  unsafe = _mm256_or_pd(unsafe, _mm256_or_pd(too_small(xl, xl, one), too_small(xu, xu, one)));
  unsafe = _mm256_or_pd(unsafe, _mm256_or_pd(too_small(l, xl, one), too_small(u, xu, one)));
  return {down(l, rl), up(u, ru), _mm256_or_pd(unsafe, _mm256_cmp_pd(xl, xu, _CMP_NLE_UQ))};
}

FPCHECK_LANE checked sqrt_lanes(lanes al, lanes au) {
  const lanes l = _mm256_sqrt_pd(al), u = _mm256_sqrt_pd(au);
  const lanes unsafe = _mm256_or_pd(_mm256_or_pd(too_large(au), _mm256_cmp_pd(al, constant(tiny), _CMP_NGE_UQ)),
                                    _mm256_cmp_pd(al, au, _CMP_NLE_UQ));
  return {down(l, negated(residual_of_product(l, l, al))), up(u, negated(residual_of_product(u, u, au))), unsafe};
}

FPCHECK_LANE bool store(output r, std::size_t i, checked c) {
  if (_mm256_movemask_pd(c.unsafe) != 0) return false;
  _mm256_storeu_pd(r.lower + i, c.lower);
  _mm256_storeu_pd(r.upper + i, c.upper);
  return true;
}

/// Groups of four by `Lanes`; unsafe groups and the rest element by element.
template <class Lanes>
FPCHECK_LANE void pairwise(input a, input b, output r, std::size_t n, Lanes of_four,
                           void (*fallback)(input, input, output, std::size_t)) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const checked c = of_four(_mm256_loadu_pd(a.lower + i), _mm256_loadu_pd(a.upper + i), _mm256_loadu_pd(b.lower + i),
                              _mm256_loadu_pd(b.upper + i));
    if (!store(r, i, c))
      for (std::size_t j = i; j < i + 4; ++j) fallback(a, b, r, j);
  }
  for (; i < n; ++i) fallback(a, b, r, i);
}

void add_loop(input a, input b, output r, std::size_t n) {
  pairwise(
      a, b, r, n, [](lanes p, lanes q, lanes s, lanes t) { return add_lanes(p, q, s, t); }, one::add);
}
void mul_loop(input a, input b, output r, std::size_t n) {
  pairwise(
      a, b, r, n, [](lanes p, lanes q, lanes s, lanes t) { return mul_lanes(p, q, s, t); }, one::mul);
}
void div_loop(input a, input b, output r, std::size_t n) {
  pairwise(
      a, b, r, n, [](lanes p, lanes q, lanes s, lanes t) { return div_lanes(p, q, s, t); }, one::div);
}
void sqrt_loop(input a, output r, std::size_t n) {
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4)
    if (!store(r, i, sqrt_lanes(_mm256_loadu_pd(a.lower + i), _mm256_loadu_pd(a.upper + i))))
      for (std::size_t j = i; j < i + 4; ++j) one::sqrt(a, r, j);
  for (; i < n; ++i) one::sqrt(a, r, i);
}

} // namespace

constinit const loops table{add_loop, mul_loop, div_loop, sqrt_loop, exp_loop, log_loop, sin_loop};

} // namespace fpcheck::interval::batch::isa_avx2
