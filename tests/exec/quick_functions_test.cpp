// The ball domain's branch-free functions against MPFR: at the midpoint within the stated error, at both ends enclosed.
#include "../../src/exec/domains/ball_domain.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <random>

namespace fpcheck::exec {
namespace {

double distance_to_exp2(double argument, double offset, double from) {
  mpfr_t y;
  mpfr_init2(y, 300);
  mpfr_set_d(y, argument, MPFR_RNDN);
  mpfr_add_d(y, y, offset, MPFR_RNDN);
  mpfr_exp2(y, y, MPFR_RNDN);
  mpfr_sub_d(y, y, from, MPFR_RNDN);
  const double d = std::fabs(mpfr_get_d(y, MPFR_RNDA));
  mpfr_clear(y);
  return d;
}

TEST(quick_functions, exp2_encloses) {
  std::mt19937_64 g(1);
  double worst = 0;
  for (int k = 0; k < 60000; ++k) {
    const double unit = static_cast<double>(static_cast<std::int64_t>(g())) * 0x1p-63;
    const double a = unit * (k % 3 == 0 ? 1000 : k % 3 == 1 ? 30 : 1);
    const double r = k % 5 == 0 ? 0 : k % 5 == 1 ? 0.25 * static_cast<double>(g() >> 11) * 0x1p-53 : std::ldexp(1.0, -static_cast<int>(g() % 60) - 2);
    const auto b = ball_domain::ex2_quickly({a, r});
    ASSERT_GE(b.radius, 0) << a;
    worst = std::max(worst, distance_to_exp2(a, 0, b.midpoint) / b.midpoint);
    for (const double side : {-r, r}) ASSERT_LE(distance_to_exp2(a, side, b.midpoint), b.radius) << a << " +- " << r;
  }
  EXPECT_LE(worst, 0x1p-51);
}

TEST(quick_functions, exp2_passes_unusual_arguments_on) {
  for (const double a : {1000.5, -1e9, 1e300, HUGE_VAL, -HUGE_VAL, std::nan("")}) EXPECT_LT(ball_domain::ex2_quickly({a, 0}).radius, 0) << a;
  EXPECT_LT(ball_domain::ex2_quickly({1.0, 0.5}).radius, 0);
  EXPECT_LT(ball_domain::ex2_quickly({1.0, HUGE_VAL}).radius, 0);
}

} // namespace
} // namespace fpcheck::exec
