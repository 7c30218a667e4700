#pragma once
// What the domains that lean on MPFR share. Only .cpp files include this.
#include <cmath>
#include <initializer_list>
#include <mpfr.h>

namespace fpcheck::exec {

/// An MPFR number for the length of a scope.
struct mpfr_number {
  mpfr_t v;
  explicit mpfr_number(mpfr_prec_t precision) { mpfr_init2(v, precision); }
  ~mpfr_number() { mpfr_clear(v); }
  mpfr_number(const mpfr_number&) = delete;
  mpfr_number& operator=(const mpfr_number&) = delete;
};

using mpfr_function = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);

/// How far f leaves `y`, its rounded value at `x`, within `radius` of `x`: the distance at the two ends.
/// Requires: f is monotone. Error: an upper bound; infinite where an end has no value.
inline double monotone_spread(const mpfr_t x, double radius, const mpfr_t y, mpfr_function f) {
  if (radius == 0) return 0;
  mpfr_number end(mpfr_get_prec(y));
  double spread = 0;
  for (const double side : {-1.0, 1.0}) {
    mpfr_add_d(end.v, x, side * radius, side < 0 ? MPFR_RNDD : MPFR_RNDU);
    f(end.v, end.v, side < 0 ? MPFR_RNDD : MPFR_RNDU);
    mpfr_sub(end.v, end.v, y, MPFR_RNDA);
    spread = std::fmax(spread, std::fabs(mpfr_get_d(end.v, MPFR_RNDA)));
    if (mpfr_nan_p(end.v)) return HUGE_VAL;
  }
  return spread;
}

} // namespace fpcheck::exec
