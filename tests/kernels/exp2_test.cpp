#include <fpcheck/kernels/exp2.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <mpfr.h>

namespace {

using namespace fpcheck;
using namespace fpcheck::kernels;

constexpr float infinity = std::numeric_limits<float>::infinity();

template <exp2_grade Grade>
void expect_special_values() {
  EXPECT_TRUE(std::isnan(kernels::exp2<Grade>(std::nanf(""))));
  EXPECT_TRUE(std::isnan(kernels::exp2<Grade>(-std::nanf("1"))));
  EXPECT_EQ(kernels::exp2<Grade>(infinity), infinity);
  EXPECT_EQ(kernels::exp2<Grade>(-infinity), 0.0f);
  EXPECT_EQ(kernels::exp2<Grade>(128.0f), infinity);
  EXPECT_EQ(kernels::exp2<Grade>(std::numeric_limits<float>::max()), infinity);
  EXPECT_EQ(kernels::exp2<Grade>(-std::numeric_limits<float>::max()), 0.0f);
  EXPECT_TRUE(std::isfinite(kernels::exp2<Grade>(std::nextafterf(128.0f, 0.0f))));
  EXPECT_EQ(kernels::exp2<Grade>(-0.0f), 1.0f);
  EXPECT_EQ(kernels::exp2<Grade>(std::numeric_limits<float>::denorm_min()), 1.0f);
  for (int n = -149; n < 128; ++n) EXPECT_EQ(kernels::exp2<Grade>(static_cast<float>(n)), std::ldexp(1.0f, n)) << n;
}

TEST(Exp2, SpecialValues) {
  expect_special_values<exp2_grade::bf16>();
  expect_special_values<exp2_grade::f16>();
  expect_special_values<exp2_grade::f32>();
}

/// |computed - 2^x| over what exp2_coefficients<Grade> allows.
template <exp2_grade Grade>
double excess(float x, mpfr_t exact, mpfr_t error) {
  const float got = kernels::exp2<Grade>(x);
  mpfr_set_flt(exact, x, MPFR_RNDN);
  mpfr_exp2(exact, exact, MPFR_RNDN);
  mpfr_sub_d(error, exact, static_cast<double>(got), MPFR_RNDA);
  const double allowed = exp2_coefficients<Grade>::relative_error * mpfr_get_d(exact, MPFR_RNDN) +
                         (std::fabs(got) < 0x1p-126f ? 0x1p-150 : 0.0);
  return std::fabs(mpfr_get_d(error, MPFR_RNDA)) / allowed;
}

template <exp2_grade Grade>
void expect_within_bound() {
  mpfr_t exact, error;
  mpfr_inits2(100, exact, error, static_cast<mpfr_ptr>(nullptr));
  double worst = 0;
  for (std::uint32_t i = 0; i < 60000; ++i) {
    const std::uint32_t draw = i * 2654435761u;
    const float uniform = static_cast<float>(draw) * 0x1p-32f * 279.0f - 151.0f;
    const float tiny = std::ldexp(1.0f + static_cast<float>(draw >> 9) * 0x1p-23f, -static_cast<int>(draw % 30)) *
                       (i % 2 == 0 ? 1.0f : -1.0f);
    worst = std::fmax(worst, excess<Grade>(uniform < 128 ? uniform : 127.5f, exact, error));
    worst = std::fmax(worst, excess<Grade>(tiny, exact, error));
  }
  EXPECT_LE(worst, 1.0);
  EXPECT_GE(worst, 0.6) << "the stated bound is far from what is attained";
  mpfr_clears(exact, error, static_cast<mpfr_ptr>(nullptr));
}

TEST(Exp2, WithinItsBoundOfMpfr) {
  expect_within_bound<exp2_grade::bf16>();
  expect_within_bound<exp2_grade::f16>();
  expect_within_bound<exp2_grade::f32>();
}

TEST(Exp2, ReductionIsExact) {
  for (std::uint32_t i = 0; i < 1000000; ++i) {
    const float x = static_cast<float>(i * 2654435761u) * 0x1p-32f * 300.0f - 150.0f;
    const exp2_argument a = exp2_reduce(x);
    ASSERT_EQ(static_cast<double>(a.whole) + static_cast<double>(a.fraction), static_cast<double>(x));
    ASSERT_LE(std::fabs(a.fraction), 0.5f);
  }
}

} // namespace
