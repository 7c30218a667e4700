#include "peers.hpp"

#if __has_include(<CGAL/Interval_nt.h>)
#include <CGAL/Interval_nt.h>

namespace peers {
namespace {

using interval = CGAL::Interval_nt<false>;

template <class F>
void loop(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru, std::size_t n,
          F f) {
  const interval::Protector guard;
  for (std::size_t i = 0; i < n; ++i) {
    const interval r = f(interval(al[i], au[i]), interval(bl[i], bu[i]));
    rl[i] = r.inf(), ru[i] = r.sup();
  }
}
#define LOOP(name, expression)                                                                                         \
  void name(const double* al, const double* au, const double* bl, const double* bu, double* rl, double* ru,            \
            std::size_t n) {                                                                                           \
    loop(al, au, bl, bu, rl, ru, n, [](const interval& x, const interval& y) {                                         \
      (void)y;                                                                                                         \
      return interval(expression);                                                                                     \
    });                                                                                                                \
  }
LOOP(add, x + y)
LOOP(mul, x* y)
LOOP(div_, x / y)
LOOP(sqrt_, CGAL::sqrt(x))

} // namespace
loops cgal() {
  return {"CGAL", add, mul, div_, sqrt_, nullptr, nullptr, nullptr};
}
} // namespace peers
#else
namespace peers {
loops cgal() {
  return {"CGAL (not installed)", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
}
} // namespace peers
#endif
