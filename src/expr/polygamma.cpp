// The derivatives of digamma. psi^(n)(x) = (-1)^(n+1) n! zeta(n + 1, x), and Euler-Maclaurin gives the zeta function of Hurwitz.
#include "elementary.hpp"

namespace fpcheck::expr {
namespace {

constexpr double lowest = -4096;

/// Numbers of one precision, cleared at the end.
struct workspace {
  mpfr_t at, power, term, sum, squared;
  explicit workspace(mpfr_prec_t p) { mpfr_inits2(p, at, power, term, sum, squared, static_cast<mpfr_ptr>(nullptr)); }
  ~workspace() { mpfr_clears(at, power, term, sum, squared, static_cast<mpfr_ptr>(nullptr)); }
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
};

/// B_2j = (-1)^(j+1) 2 (2j)! zeta(2j) / (2 pi)^2j, divided by (2j)!.
void bernoulli_over_factorial(mpfr_ptr to, unsigned long j) {
  mpfr_t pi;
  mpfr_init2(pi, mpfr_get_prec(to));
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul_2ui(pi, pi, 1, MPFR_RNDN);
  mpfr_pow_ui(pi, pi, 2 * j, MPFR_RNDN);
  mpfr_zeta_ui(to, 2 * j, MPFR_RNDN);
  mpfr_div(to, to, pi, MPFR_RNDN);
  mpfr_mul_si(to, to, j % 2 == 1 ? 2 : -2, MPFR_RNDN);
  mpfr_clear(pi);
}

/// zeta(s, x) for an integer s > 1: terms up to x + N, the integral of the rest, half a term, and Bernoulli's corrections,
/// whose remainder is below the first one that is left out while x + N > 0.
void hurwitz_zeta(mpfr_ptr to, unsigned long s, mpfr_srcptr x, mpfr_prec_t precision) {
  constexpr mpfr_rnd_t rn = MPFR_RNDN;
  workspace w(precision);
  const auto far = static_cast<double>(precision) / 4 + static_cast<double>(s); // 2 pi (x + N) exceeds 2 j + s well beyond the last j
  mpfr_set(w.at, x, rn);
  mpfr_set_zero(w.sum, 1);
  for (; mpfr_cmp_d(w.at, far) < 0; mpfr_add_ui(w.at, w.at, 1, rn)) {
    mpfr_pow_ui(w.power, w.at, s, rn);
    mpfr_ui_div(w.term, 1, w.power, rn);
    mpfr_add(w.sum, w.sum, w.term, rn);
  }
  mpfr_pow_ui(w.power, w.at, s, rn);
  mpfr_ui_div(w.power, 1, w.power, rn); // (x + N)^-s
  mpfr_mul(w.term, w.power, w.at, rn);
  mpfr_div_ui(w.term, w.term, s - 1, rn);
  mpfr_add(w.sum, w.sum, w.term, rn);
  mpfr_div_2ui(w.term, w.power, 1, rn);
  mpfr_add(w.sum, w.sum, w.term, rn);
  mpfr_sqr(w.squared, w.at, rn);
  mpfr_div(w.power, w.power, w.at, rn);
  mpfr_mul_ui(w.power, w.power, s, rn); // s (s + 1) ... (s + 2j - 2) (x + N)^(-s - 2j + 1)
  for (unsigned long j = 1; j < static_cast<unsigned long>(precision); ++j) {
    bernoulli_over_factorial(w.term, j);
    mpfr_mul(w.term, w.term, w.power, rn);
    mpfr_add(w.sum, w.sum, w.term, rn);
    if (mpfr_zero_p(w.term) || mpfr_get_exp(w.term) < mpfr_get_exp(w.sum) - precision) break;
    mpfr_mul_ui(w.power, w.power, (s + 2 * j - 1) * (s + 2 * j), rn);
    mpfr_div(w.power, w.power, w.squared, rn);
  }
  mpfr_set(to, w.sum, rn);
}

} // namespace

void polygamma(std::int64_t order, mpfr_ptr to, mpfr_srcptr x) {
  const bool pole = mpfr_integer_p(x) && mpfr_sgn(x) <= 0;
  if (mpfr_nan_p(x) || pole || mpfr_cmp_d(x, lowest) < 0) return mpfr_set_nan(to);
  if (order == 0) return static_cast<void>(mpfr_digamma(to, x, MPFR_RNDN));
  if (mpfr_inf_p(x)) return mpfr_set_zero(to, order % 2 == 1 ? 1 : -1);
  const auto n = static_cast<unsigned long>(order);
  mpfr_t wide_result, factorial;
  mpfr_inits2(mpfr_get_prec(to) + 64, wide_result, factorial, static_cast<mpfr_ptr>(nullptr));
  // Left of zero the terms of odd powers cancel: as many digits more.
  hurwitz_zeta(wide_result, n + 1, x, mpfr_get_prec(to) + (mpfr_sgn(x) < 0 ? 192 : 64));
  mpfr_fac_ui(factorial, n, MPFR_RNDN);
  mpfr_mul(to, wide_result, factorial, MPFR_RNDN);
  if (order % 2 == 0) mpfr_neg(to, to, MPFR_RNDN);
  mpfr_clears(wide_result, factorial, static_cast<mpfr_ptr>(nullptr));
}

double polygamma(std::int64_t order, double x) {
  mpfr_t in, out;
  mpfr_inits2(53, in, out, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(in, x, MPFR_RNDN);
  polygamma(order, out, in);
  const double y = mpfr_get_d(out, MPFR_RNDN);
  mpfr_clears(in, out, static_cast<mpfr_ptr>(nullptr));
  return y;
}

} // namespace fpcheck::expr
