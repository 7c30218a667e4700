#include "exact_function.hpp"

#include <array>
#include <cmath>

namespace fpcheck::sweep {
namespace {

/// What composites are computed with beyond the precision asked for.
constexpr mpfr_prec_t guard = 64;

template <int (*F)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t)>
void of_mpfr(mpfr_ptr y, mpfr_srcptr x) {
  F(y, x, MPFR_RNDN);
}
int log_of_gamma(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t r) {
  int sign = 0;
  return mpfr_lgamma(y, &sign, x, r);
}
int inverse(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t r) {
  return mpfr_ui_div(y, 1, x, r);
}
/// 1 / sqrt x, -infinity at -0: MPFR has +infinity there.
void inverse_square_root(mpfr_ptr y, mpfr_srcptr x) {
  mpfr_rec_sqrt(y, x, MPFR_RNDN);
  if (mpfr_zero_p(x)) mpfr_set_inf(y, mpfr_signbit(x) ? -1 : 1);
}
void inverse_cube_root(mpfr_ptr y, mpfr_srcptr x) {
  precise t(mpfr_get_prec(y) + guard);
  mpfr_cbrt(t, x, MPFR_RNDN);
  mpfr_ui_div(y, 1, t, MPFR_RNDN);
}
/// 1 / (x sqrt pi) (1 - 1 / (2 x^2) + 3 / (4 x^4) - ...), of which the first term left out is the error's bound.
void scaled_erfc_far_out(mpfr_ptr y, mpfr_srcptr x) {
  const mpfr_prec_t bits = mpfr_get_prec(y) + guard;
  precise inverse(bits), term(bits), sum(bits);
  mpfr_sqr(inverse, x, MPFR_RNDN);
  mpfr_mul_2ui(inverse, inverse, 1, MPFR_RNDN);
  mpfr_si_div(inverse, -1, inverse, MPFR_RNDN);
  mpfr_set_ui(term, 1, MPFR_RNDN);
  mpfr_set_ui(sum, 1, MPFR_RNDN);
  for (unsigned k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > -bits; ++k) {
    mpfr_mul(term, term, inverse, MPFR_RNDN);
    mpfr_mul_ui(term, term, 2 * k - 1, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_const_pi(term, MPFR_RNDN);
  mpfr_sqrt(term, term, MPFR_RNDN);
  mpfr_mul(term, term, x, MPFR_RNDN);
  mpfr_div(y, sum, term, MPFR_RNDN);
}
/// e^(x^2) erfc(x); x^2 is exact. From 2^10 on the series' terms fall by 2^-10 at least for 2^10 terms.
void scaled_erfc(mpfr_ptr y, mpfr_srcptr x) {
  if (mpfr_cmp_ui(x, 1024) >= 0) return scaled_erfc_far_out(y, x);
  precise square(2 * mpfr_get_prec(x) + 2), e(mpfr_get_prec(y) + guard), c(mpfr_get_prec(y) + guard);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_exp(e, square, MPFR_RNDN);
  mpfr_erfc(c, x, MPFR_RNDN);
  mpfr_mul(y, e, c, MPFR_RNDN);
}
/// erfc(-x / sqrt 2) / 2: the error of x / sqrt 2 grows by x^2, which is below 2^20 wherever the result is no limit.
void normal_distribution(mpfr_ptr y, mpfr_srcptr x) {
  precise t(mpfr_get_prec(y) + guard);
  mpfr_sqrt_ui(t, 2, MPFR_RNDN);
  mpfr_div(t, x, t, MPFR_RNDN);
  mpfr_neg(t, t, MPFR_RNDN);
  mpfr_erfc(y, t, MPFR_RNDN);
  mpfr_div_2ui(y, y, 1, MPFR_RNDN);
}

/// A start for Newton's method: the y of erfc(y) = p for 0 < p < 1.
double rough_inverse(double p) {
  double y = p > 0.5 ? (1 - p) * 0.886 : std::sqrt(-std::log(p));
  for (int i = 0; i < 60; ++i) {
    const double step = (std::erfc(y) - p) / (1.1283791670955126 * std::exp(-y * y));
    // Newton's steps on a convex function, cut where the start was far
    y += std::fmin(std::fmax(step, -0.5), 0.5);
    if (std::fabs(step) < 1e-13 * std::fabs(y)) break;
  }
  return y;
}

/// Newton's steps for erf(y) = x (or erfc(y) = x), each of which doubles the digits once the start is near: where x is subnormal in
/// binary64 the start has few right ones, so that the last step tells when enough are there.
void solve(mpfr_ptr y, mpfr_srcptr x, double start, bool complement) {
  const mpfr_prec_t bits = mpfr_get_prec(y) + guard;
  precise t(bits), f(bits), slope(bits), root_pi(bits);
  mpfr_set_d(t, start, MPFR_RNDN);
  mpfr_const_pi(root_pi, MPFR_RNDN);
  mpfr_sqrt(root_pi, root_pi, MPFR_RNDN);
  mpfr_div_2ui(root_pi, root_pi, 1, MPFR_RNDN);
  for (int steps = 0; steps < 100; ++steps) {
    (complement ? mpfr_erfc : mpfr_erf)(f, t, MPFR_RNDN);
    mpfr_sub(f, f, x, MPFR_RNDN);
    mpfr_sqr(slope, t, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(f, f, slope, MPFR_RNDN);
    mpfr_mul(f, f, root_pi, MPFR_RNDN);
    (complement ? mpfr_add : mpfr_sub)(t, t, f, MPFR_RNDN);
    // A step of relative size r leaves y^2 r^2 or less, and y^2 is below 2^10 for numbers of binary64.
    if (mpfr_zero_p(f) || mpfr_get_exp(f) - mpfr_get_exp(t) < -(mpfr_get_prec(y) + 26) / 2) break;
  }
  mpfr_set(y, t, MPFR_RNDN);
}
/// Wants: 0 <= p <= 1, p of any precision.
void inverse_erfc_below_one(mpfr_ptr y, mpfr_srcptr p) {
  if (mpfr_zero_p(p)) return mpfr_set_inf(y, 1);
  const double d = mpfr_get_d(p, MPFR_RNDN);
  if (d < 0.5) return solve(y, p, rough_inverse(d), true);
  precise x(mpfr_get_prec(p) + 64);
  mpfr_ui_sub(x, 1, p, MPFR_RNDN); // exact
  if (mpfr_zero_p(x)) return mpfr_set_zero(y, 1);
  solve(y, x, mpfr_get_d(x, MPFR_RNDN) * 0.8862269254527580 < 1e-5 ? mpfr_get_d(x, MPFR_RNDN) * 0.8862269254527580 : rough_inverse(d), false);
}
void inverse_erfc(mpfr_ptr y, mpfr_srcptr x) {
  if (mpfr_nan_p(x) || mpfr_sgn(x) < 0 || mpfr_cmp_ui(x, 2) > 0) return mpfr_set_nan(y);
  if (mpfr_cmp_ui(x, 1) <= 0) return inverse_erfc_below_one(y, x);
  precise other(mpfr_get_prec(x) + 64);
  mpfr_ui_sub(other, 2, x, MPFR_RNDN);
  inverse_erfc_below_one(y, other);
  mpfr_neg(y, y, MPFR_RNDN);
}
void inverse_erf(mpfr_ptr y, mpfr_srcptr x) {
  if (mpfr_nan_p(x) || mpfr_cmpabs_ui(x, 1) > 0) return mpfr_set_nan(y);
  const double d = mpfr_get_d(x, MPFR_RNDN);
  if (d == 0) {
    mpfr_set_zero(y, std::signbit(d) ? -1 : 1);
  } else if (std::fabs(d) < 0.5) {
    solve(y, x, std::fabs(d) < 1e-5 ? d * 0.8862269254527580 : std::copysign(rough_inverse(1 - std::fabs(d)), d), false);
  } else {
    precise p(std::max<mpfr_prec_t>(mpfr_get_prec(x), 256) + 64);
    mpfr_abs(p, x, MPFR_RNDN);
    mpfr_ui_sub(p, 1, p, MPFR_RNDN);
    inverse_erfc_below_one(y, p);
    if (d < 0) mpfr_neg(y, y, MPFR_RNDN);
  }
}
/// -sqrt 2 erfcinv(2 x).
void inverse_normal_distribution(mpfr_ptr y, mpfr_srcptr x) {
  precise doubled(mpfr_get_prec(x)), t(mpfr_get_prec(y) + guard), root(mpfr_get_prec(y) + guard);
  mpfr_mul_2ui(doubled, x, 1, MPFR_RNDN);
  inverse_erfc(t, doubled);
  mpfr_sqrt_ui(root, 2, MPFR_RNDN);
  mpfr_mul(t, t, root, MPFR_RNDN);
  mpfr_neg(y, t, MPFR_RNDN);
}

/// The modified Bessel functions by their series, of which all terms have one sign: a number that is rounded to a partial sum lies
/// beyond it, and says so, since i1(x) of an odd subnormal x is next to x / 2, half way between two numbers.
template <unsigned Order>
void modified_bessel(mpfr_ptr y, mpfr_srcptr x) {
  if (mpfr_inf_p(x)) return mpfr_set_inf(y, Order == 0 ? 1 : mpfr_sgn(x));
  const mpfr_prec_t bits = mpfr_get_prec(y) + guard;
  precise half(bits), square(bits), term(bits), sum(bits);
  mpfr_div_2ui(half, x, 1, MPFR_RNDN);
  mpfr_sqr(square, half, MPFR_RNDN);
  if (Order == 0) mpfr_set_ui(term, 1, MPFR_RNDN);
  else mpfr_set(term, half, MPFR_RNDN);
  mpfr_set(sum, term, MPFR_RNDN);
  for (unsigned k = 1; k < 100000 && !mpfr_zero_p(term); ++k) {
    mpfr_mul(term, term, square, MPFR_RNDN);
    mpfr_div_ui(term, term, k, MPFR_RNDN);
    mpfr_div_ui(term, term, k + Order, MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
    if (mpfr_zero_p(term) || mpfr_get_exp(term) < mpfr_get_exp(sum) - bits - 8) break;
  }
  mpfr_set(y, sum, MPFR_RNDN);
  if (mpfr_zero_p(x)) return;
  if (mpfr_sgn(y) > 0) mpfr_nextabove(y);
  else mpfr_nextbelow(y);
}

struct entry {
  std::string_view name;
  exact_function function;
};
const std::array entries{
    entry{"exp", of_mpfr<mpfr_exp>}, entry{"exp2", of_mpfr<mpfr_exp2>}, entry{"exp10", of_mpfr<mpfr_exp10>}, entry{"expm1", of_mpfr<mpfr_expm1>},
    entry{"log", of_mpfr<mpfr_log>}, entry{"log2", of_mpfr<mpfr_log2>}, entry{"log10", of_mpfr<mpfr_log10>}, entry{"log1p", of_mpfr<mpfr_log1p>},
    entry{"sqrt", of_mpfr<mpfr_sqrt>}, entry{"rsqrt", inverse_square_root}, entry{"cbrt", of_mpfr<mpfr_cbrt>}, entry{"rcbrt", inverse_cube_root},
    entry{"rcp", of_mpfr<inverse>}, entry{"sin", of_mpfr<mpfr_sin>}, entry{"cos", of_mpfr<mpfr_cos>}, entry{"tan", of_mpfr<mpfr_tan>},
    entry{"sinpi", of_mpfr<mpfr_sinpi>}, entry{"cospi", of_mpfr<mpfr_cospi>}, entry{"asin", of_mpfr<mpfr_asin>}, entry{"acos", of_mpfr<mpfr_acos>},
    entry{"atan", of_mpfr<mpfr_atan>}, entry{"sinh", of_mpfr<mpfr_sinh>}, entry{"cosh", of_mpfr<mpfr_cosh>}, entry{"tanh", of_mpfr<mpfr_tanh>},
    entry{"asinh", of_mpfr<mpfr_asinh>}, entry{"acosh", of_mpfr<mpfr_acosh>}, entry{"atanh", of_mpfr<mpfr_atanh>}, entry{"erf", of_mpfr<mpfr_erf>},
    entry{"erfc", of_mpfr<mpfr_erfc>}, entry{"erfcx", scaled_erfc}, entry{"normcdf", normal_distribution}, entry{"erfinv", inverse_erf},
    entry{"erfcinv", inverse_erfc}, entry{"normcdfinv", inverse_normal_distribution}, entry{"tgamma", of_mpfr<mpfr_gamma>},
    entry{"lgamma", of_mpfr<log_of_gamma>}, entry{"i0", modified_bessel<0>}, entry{"i1", modified_bessel<1>},
};

} // namespace

exact_function exact_function_named(std::string_view name) {
  for (const entry& e : entries)
    if (e.name == name) return e.function;
  return nullptr;
}

} // namespace fpcheck::sweep
