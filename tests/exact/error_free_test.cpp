#include <fpcheck/exact/error_free.hpp>

#include "mpfr_number.hpp"

#include <gtest/gtest.h>

namespace fpcheck::exact {
namespace {

using oracle::generator;
using oracle::number;

template <class T>
bool is_exactly(rounded<T> r, const number& exact) {
  return number(r.value) + number(r.error) == exact;
}

TEST(error_free, sums_are_exact) {
  generator g(1);
  for (int i = 0; i < 20000; ++i) {
    const double a = g.number_between(-1022, 1000);
    const double b = i % 2 ? g.number_between(-1022, 1000) : -a * (1 + 0x1p-30 * static_cast<double>(g.below(1024)));
    ASSERT_TRUE(is_exactly(two_sum(a, b), number(a) + number(b))) << a << ' ' << b;
    const double x = abs(a) >= abs(b) ? a : b, y = abs(a) >= abs(b) ? b : a;
    ASSERT_TRUE(is_exactly(fast_two_sum(x, y), number(a) + number(b))) << a << ' ' << b;
  }
}

TEST(error_free, float_sums_are_exact) {
  generator g(2);
  for (int i = 0; i < 20000; ++i) {
    const auto a = static_cast<float>(g.number_between(-120, 110)), b = static_cast<float>(g.number_between(-120, 110));
    ASSERT_TRUE(is_exactly(two_sum(a, b), number(a) + number(b))) << a << ' ' << b;
    ASSERT_TRUE(is_exactly(split(a), number(a)));
  }
}

TEST(error_free, products_are_exact) {
  generator g(3);
  for (int i = 0; i < 20000; ++i) {
    const double a = g.number_between(-440, 440), b = g.number_between(-440, 440);
    ASSERT_TRUE(is_exactly(two_prod(a, b), number(a) * number(b))) << a << ' ' << b;
    ASSERT_TRUE(is_exactly(two_prod_without_fma(a, b), number(a) * number(b))) << a << ' ' << b;
    ASSERT_TRUE(is_exactly(split(a), number(a)));
    const auto x = static_cast<float>(g.number_between(-40, 60)), y = static_cast<float>(g.number_between(-40, 60));
    ASSERT_TRUE(is_exactly(two_prod(x, y), number(x) * number(y))) << x << ' ' << y;
    ASSERT_TRUE(is_exactly(two_prod_without_fma(x, y), number(x) * number(y))) << x << ' ' << y;
  }
}

TEST(error_free, product_of_a_sum_is_not_contracted) {
  // 0x1.8p-53 is lost in the rounded product; a contracted multiply-add would keep it.
  volatile double a = 1 + 0x1p-27, c = -(1 + 0x1p-26);
  EXPECT_EQ(mul(double(a), double(a)) + c, 0.0);
}

} // namespace
} // namespace fpcheck::exact
