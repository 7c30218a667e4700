#include <fpcheck/interval/elementary.hpp>

#include "../exact/mpfr_number.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::interval {
namespace {

using exact::oracle::generator;
using exact::oracle::number;

/// A finite number of any exponent, biased to both ends of the range, with zeros and exact relations.
double draw(generator& g) {
  switch (g.below(8)) {
  case 0:
    return g.number_between(-1022, -900);
  case 1:
    return __builtin_bit_cast(double, (g.bits() & 0x800fffffffffffffu) >> g.below(3)); // subnormal
  case 2:
    return g.number_between(900, 1023);
  case 3:
    return g.number_between(-540, -440);
  case 4:
    return g.number_between(440, 540);
  case 5:
    return std::ldexp(1.0, static_cast<int>(g.below(2098)) - 1074);
  default:
    return g.number_between(-60, 60);
  }
}

double below(const number& x) {
  return mpfr_get_d(x.raw(), MPFR_RNDD);
}
double above(const number& x) {
  return mpfr_get_d(x.raw(), MPFR_RNDU);
}

struct wide_number {
  mpfr_t v;
  explicit wide_number(int precision = 4400) { mpfr_init2(v, precision); }
  ~wide_number() { mpfr_clear(v); }
  wide_number(const wide_number&) = delete;
  wide_number& operator=(const wide_number&) = delete;
};

TEST(directed, basic_operations_are_correctly_rounded_both_ways) {
  generator g(20);
  wide_number q;
  for (int i = 0; i < 60000; ++i) {
    const double a = draw(g), b = i % 5 == 0 ? -a * (1 + 0x1p-52 * static_cast<double>(g.below(5))) : draw(g);
    if (!std::isfinite(b)) continue;
    const number A(a), B(b);
    ASSERT_EQ(down::add(a, b), below(A + B)) << std::hexfloat << a << ' ' << b;
    ASSERT_EQ(up::add(a, b), above(A + B)) << std::hexfloat << a << ' ' << b;
    ASSERT_EQ(down::mul(a, b), below(A * B)) << std::hexfloat << a << ' ' << b;
    ASSERT_EQ(up::mul(a, b), above(A * B)) << std::hexfloat << a << ' ' << b;
    if (b != 0) {
      mpfr_div(q.v, A.raw(), B.raw(), MPFR_RNDN); // 4400 bits: no tie with a binary64 number is hidden
      ASSERT_EQ(down::div(a, b), mpfr_get_d(q.v, MPFR_RNDD)) << std::hexfloat << a << ' ' << b;
      ASSERT_EQ(up::div(a, b), mpfr_get_d(q.v, MPFR_RNDU)) << std::hexfloat << a << ' ' << b;
    }
    mpfr_sqrt(q.v, abs(A).raw(), MPFR_RNDN);
    ASSERT_EQ(down::sqrt(std::fabs(a)), mpfr_get_d(q.v, MPFR_RNDD)) << std::hexfloat << a;
    ASSERT_EQ(up::sqrt(std::fabs(a)), mpfr_get_d(q.v, MPFR_RNDU)) << std::hexfloat << a;
  }
}

TEST(directed, fma_is_correctly_rounded_both_ways) {
  generator g(21);
  wide_number s(6000);
  for (int i = 0; i < 60000; ++i) {
    const double a = draw(g), b = draw(g);
    double c = draw(g);
    if (i % 3 == 0) c = -(a * b) * (1 + 0x1p-52 * static_cast<double>(g.below(3)));
    if (!std::isfinite(c)) continue;
    const number A(a), B(b), C(c);
    mpfr_fma(s.v, A.raw(), B.raw(), C.raw(), MPFR_RNDN);
    ASSERT_EQ(down::fma(a, b, c), mpfr_get_d(s.v, MPFR_RNDD)) << std::hexfloat << a << ' ' << b << ' ' << c;
    ASSERT_EQ(up::fma(a, b, c), mpfr_get_d(s.v, MPFR_RNDU)) << std::hexfloat << a << ' ' << b << ' ' << c;
  }
}

TEST(directed, infinite_bounds_and_zeros) {
  EXPECT_EQ(down::mul(0, infinity), 0);
  EXPECT_EQ(up::mul(-infinity, 0), 0);
  EXPECT_EQ(down::add(infinity, -1), infinity);
  EXPECT_EQ(down::add(largest, largest), largest);
  EXPECT_EQ(up::add(largest, largest), infinity);
  EXPECT_EQ(down::fma(infinity, 2, -1), infinity);
  EXPECT_EQ(up::fma(0, infinity, 3), 3);
  EXPECT_EQ(up::sqrt(infinity), infinity);
}

} // namespace
} // namespace fpcheck::interval
