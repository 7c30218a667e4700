#include "peers.hpp"

#include <mpfi.h>

namespace peers {
namespace {

template <class F>
void loop(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru, std::size_t n,
          F f) {
  mpfi_t x, y, r;
  mpfi_init2(x, 53), mpfi_init2(y, 53), mpfi_init2(r, 53);
  for (std::size_t i = 0; i < n; ++i) {
    mpfi_interv_d(x, al[i], au[i]), mpfi_interv_d(y, bl[i], bu[i]);
    f(r, x, y);
    rl[i] = mpfr_get_d(&r->left, MPFR_RNDD), ru[i] = mpfr_get_d(&r->right, MPFR_RNDU);
  }
  mpfi_clear(x), mpfi_clear(y), mpfi_clear(r);
}
#define LOOP(name, expression)                                                                                         \
  void name(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru,            \
            std::size_t n) {                                                                                           \
    loop(al, au, bl, bu, rl, ru, n, [](mpfi_ptr r, mpfi_srcptr x, mpfi_srcptr y) { (void)y, expression; });            \
  }
LOOP(add, mpfi_add(r, x, y))
LOOP(mul, mpfi_mul(r, x, y))
LOOP(div_, mpfi_div(r, x, y))
LOOP(sqrt_, mpfi_sqrt(r, x))
LOOP(exp_, mpfi_exp(r, x))
LOOP(log_, mpfi_log(r, x))
LOOP(sin_, mpfi_sin(r, x))

} // namespace

loops mpfi() {
  return {"MPFI", add, mul, div_, sqrt_, exp_, log_, sin_};
}

} // namespace peers
