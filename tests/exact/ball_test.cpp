#include <fpcheck/exact/ball.hpp>
#include <fpcheck/exact/ball_elementary.hpp>

#include "mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace fpcheck::exact {
namespace {

using oracle::generator;
using oracle::number;
using real_ball = ball<double>;

constexpr double inf = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

/// A ball of any size relative to its midpoint; a third of them single points.
real_ball draw(generator& g, int low, int high) {
  const double m = g.below(16) == 0 ? 0.0 : g.number_between(low, high);
  if (g.below(3) == 0) return {m, 0};
  if (m == 0 || g.below(8) == 0) return {m, std::fabs(g.number_between(low, high))};
  return {m, std::fabs(m) * std::ldexp(1.0, -static_cast<int>(g.below(70)))};
}

/// A point of the ball: an end, the midpoint or something between.
double point(generator& g, real_ball a) {
  const double t = a.midpoint + a.radius * (static_cast<double>(g.below(5)) - 2) / 2;
  return contains(a, t) ? t : a.midpoint;
}

/// True if the ball holds `exact`, decided without rounding.
bool holds(real_ball a, const number& exact) {
  if (a.radius == inf) return true;
  if (!mpfr_number_p(exact.raw()) || !std::isfinite(a.midpoint))
    return mpfr_get_d(exact.raw(), MPFR_RNDN) == a.midpoint;
  return abs(exact - number(a.midpoint)) <= number(a.radius);
}

struct ranges {
  int low, high;
};
class ball_arithmetic : public testing::TestWithParam<ranges> {};

TEST_P(ball_arithmetic, holds_every_sampled_result) {
  generator g(6);
  int known = 0;
  for (int i = 0; i < 20000; ++i) {
    const real_ball a = draw(g, GetParam().low, GetParam().high), b = draw(g, GetParam().low, GetParam().high);
    const real_ball c =
        i % 2 ? draw(g, GetParam().low, GetParam().high) : real_ball{-a.midpoint * b.midpoint, a.radius};
    const double x = point(g, a), y = point(g, b), z = contains(c, c.midpoint) ? point(g, c) : c.midpoint;
    const number X(x), Y(y), Z(z);
    ASSERT_TRUE(holds(a + b, X + Y)) << x << ' ' << y;
    ASSERT_TRUE(holds(a - b, X - Y)) << x << ' ' << y;
    ASSERT_TRUE(holds(a * b, X * Y)) << x << ' ' << y << ' ' << a.midpoint << ' ' << a.radius;
    if (std::isfinite(z)) {
      ASSERT_TRUE(holds(fma(a, b, c), X * Y + Z)) << x << ' ' << y << ' ' << z;
    }
    if (y != 0) {
      ASSERT_TRUE(holds(a / b, X / Y)) << x << ' ' << y;
    }
    if (x >= 0) {
      number root;
      mpfr_sqrt(root.raw(), X.raw(), MPFR_RNDN);
      ASSERT_TRUE(holds(sqrt(a), root)) << x;
    }
    ASSERT_TRUE(holds(min(a, b), number(std::fmin(x, y))));
    ASSERT_TRUE(holds(max(a, b), number(std::fmax(x, y))));
    ASSERT_TRUE(holds(abs(a), number(std::fabs(x))));
    known += std::isfinite((a * b).radius) ? 1 : 0;
  }
  EXPECT_GT(known, 500) << "an unknown ball holds everything and proves nothing";
}

INSTANTIATE_TEST_SUITE_P(exponents, ball_arithmetic,
                         testing::Values(ranges{-30, 30}, ranges{-520, 500}, ranges{-1022, -480}, ranges{480, 1023}));

TEST(ball, exact_operations_have_radius_zero) {
  const real_ball a{3}, b{0.5}, c{-7};
  EXPECT_EQ(a + b, (real_ball{3.5, 0}));
  EXPECT_EQ(a * b, (real_ball{1.5, 0}));
  EXPECT_EQ(fma(a, b, c), (real_ball{-5.5, 0}));
  EXPECT_EQ(a / b, (real_ball{6, 0}));
  EXPECT_EQ(sqrt(real_ball{2.25}), (real_ball{1.5, 0}));
  EXPECT_EQ((real_ball{0} * real_ball{5, 1}), (real_ball{0, 0}));
  EXPECT_GT((real_ball{0.1} + real_ball{0.2}).radius, 0);
  EXPECT_LE((real_ball{0.1} * real_ball{0.1}).radius, 0x1p-59);
  EXPECT_EQ(exp2(real_ball{10}), (real_ball{1024, 0}));
  EXPECT_EQ(log2(real_ball{8}), (real_ball{3, 0}));
}

bool undefined(real_ball a) {
  return std::isnan(a.midpoint) && a.radius == 0;
}
bool unknown(real_ball a) {
  return a.radius == inf;
}

TEST(ball, infinities_and_undefined_values) {
  const real_ball one{1}, about_one{1, 0.5}, about_zero{0, 1}, top{inf}, bottom{-inf}, zero{0};
  EXPECT_EQ(top + about_one, top);
  EXPECT_TRUE(undefined(top + bottom));
  EXPECT_TRUE(undefined(top * zero));
  EXPECT_TRUE(unknown(top * about_zero));
  EXPECT_EQ(top * -about_one, bottom);
  EXPECT_EQ(one / zero, top);
  EXPECT_TRUE(undefined(zero / zero));
  EXPECT_TRUE(unknown(one / about_zero));
  EXPECT_EQ(about_one / top, zero);
  EXPECT_TRUE(unknown(top / about_zero));
  EXPECT_TRUE(undefined(sqrt(-about_one)));
  EXPECT_TRUE(unknown(sqrt(about_zero)));
  EXPECT_TRUE(unknown(real_ball{1e308} * real_ball{10})) << "overflow of the shadow is not infinity";
  EXPECT_TRUE(unknown(real_ball{1.7e308} + real_ball{1.7e308}));
  EXPECT_EQ(min(real_ball{nan}, about_one), about_one);
  EXPECT_EQ(max(about_one, real_ball{nan}), about_one);
  EXPECT_TRUE(undefined(real_ball{nan} + about_one));
  EXPECT_EQ(exp(bottom), zero);
  EXPECT_EQ(exp(top), top);
  EXPECT_EQ(log(zero), bottom);
  EXPECT_TRUE(undefined(log(-about_one)));
  EXPECT_TRUE(unknown(log(about_zero)));
  EXPECT_TRUE(undefined(sin(top)));
  EXPECT_EQ(tanh(bottom), -one);
  EXPECT_TRUE(unknown(fma(about_zero, top, one)));
  EXPECT_EQ(fma(about_one, one, top), top);
  EXPECT_TRUE(unknown(tanh(real_ball{0, inf}))) << "what may be undefined stays so";
}

struct elementary_case {
  const char* name;
  real_ball (*of)(real_ball);
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  bool positive;
};
void PrintTo(const elementary_case& c, std::ostream* o) {
  *o << c.name;
}
class ball_elementary : public testing::TestWithParam<elementary_case> {};

TEST_P(ball_elementary, holds_every_sampled_result) {
  generator g(7);
  int known = 0;
  for (int i = 0; i < 4000; ++i) {
    real_ball a = draw(g, -40, 8);
    if (GetParam().positive) a.midpoint = std::fabs(a.midpoint);
    const double x = point(g, a);
    const real_ball y = GetParam().of(a);
    if (!std::isfinite(y.radius)) continue;
    number arg(x), exact;
    mpfr_set_prec(exact.raw(), 300);
    GetParam().exact(exact.raw(), arg.raw(), MPFR_RNDN);
    if (mpfr_nan_p(exact.raw())) {
      ASSERT_TRUE(undefined(y)) << x;
      continue;
    }
    ++known;
    ASSERT_TRUE(holds(y, exact)) << GetParam().name << ' ' << x << " in " << a.midpoint << " +- " << a.radius;
    if (a.radius == 0) {
      ASSERT_LE(y.radius, std::fabs(y.midpoint) * 0x1.1p-52 + 0x1p-1021) << x;
    }
  }
  EXPECT_GT(known, 2000);
}

INSTANTIATE_TEST_SUITE_P(
    functions, ball_elementary,
    testing::Values(elementary_case{"exp", exp, mpfr_exp, false}, elementary_case{"exp2", exp2, mpfr_exp2, false},
                    elementary_case{"log", log, mpfr_log, true}, elementary_case{"log2", log2, mpfr_log2, true},
                    elementary_case{"log1p", log1p, mpfr_log1p, true}, elementary_case{"sin", sin, mpfr_sin, false},
                    elementary_case{"cos", cos, mpfr_cos, false}, elementary_case{"tanh", tanh, mpfr_tanh, false},
                    elementary_case{"rsqrt", reciprocal_sqrt, mpfr_rec_sqrt, true}));

TEST(ball, powers_hold_every_sampled_result) {
  generator g(8);
  int known = 0;
  for (int i = 0; i < 4000; ++i) {
    const real_ball a = draw(g, -20, 20), b = i % 4 ? draw(g, -6, 5) : real_ball{static_cast<double>(g.below(9)) - 4};
    const double x = point(g, a), y = point(g, b);
    const real_ball p = pow(a, b);
    if (!std::isfinite(p.radius)) continue;
    number X(x), Y(y), exact;
    mpfr_set_prec(exact.raw(), 300);
    mpfr_pow(exact.raw(), X.raw(), Y.raw(), MPFR_RNDN);
    ASSERT_TRUE(holds(p, exact)) << x << '^' << y;
    ++known;
  }
  EXPECT_GT(known, 1500);
}

} // namespace
} // namespace fpcheck::exact
