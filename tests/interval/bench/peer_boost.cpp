#include "peers.hpp"

#include <boost/numeric/interval.hpp>

namespace peers {
namespace {

namespace bn = boost::numeric;
namespace il = boost::numeric::interval_lib;
// The library's fastest rounding: the processor stays in upward mode, outside of the loop.
using base =
    bn::interval<double, il::policies<il::save_state<il::rounded_arith_opp<double>>, il::checking_base<double>>>;
using fast = il::unprotect<base>::type;

template <class F>
void loop(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru, std::size_t n,
          F f) {
  base::traits_type::rounding guard;
  for (std::size_t i = 0; i < n; ++i) {
    const fast r = f(fast(al[i], au[i]), fast(bl[i], bu[i]));
    rl[i] = r.lower(), ru[i] = r.upper();
  }
}
#define LOOP(name, expression)                                                                                         \
  void name(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru,            \
            std::size_t n) {                                                                                           \
    loop(al, au, bl, bu, rl, ru, n, [](const fast& x, const fast& y) {                                                 \
      (void)y;                                                                                                         \
      return fast(expression);                                                                                         \
    });                                                                                                                \
  }
LOOP(add, x + y)
LOOP(mul, x* y)
LOOP(div_, x / y)
LOOP(sqrt_, bn::sqrt(x))

} // namespace

loops boost() {
  return {"Boost.Interval", add, mul, div_, sqrt_, nullptr, nullptr, nullptr};
}

} // namespace peers
