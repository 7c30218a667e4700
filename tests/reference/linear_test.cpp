#include <fpcheck/reference/linear.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::reference {
namespace {

dense hilbert(std::size_t n) {
  dense m{n, n, {}};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) m.values.push_back(1.0 / static_cast<double>(i + j + 1));
  return m;
}

TEST(linear, an_inverse_survives_a_condition_that_kills_binary64) {
  // Scaled to integers the 12 x 12 Hilbert matrix has condition 10^16; its inverse is a matrix of integers.
  const std::size_t n = 12;
  dense m{n, n, {}};
  const double common = 232792560 * 23.0; // the least common multiple of 1 to 23
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) m.values.push_back(common / static_cast<double>(i + j + 1));
  const auto x = inverse(m);
  ASSERT_TRUE(x.has_value());
  EXPECT_EQ(x->values[0], 144 / common);
  EXPECT_EQ(x->values[1], -10296 / common);
  const auto back = inverse(*x);
  ASSERT_TRUE(back.has_value());
  EXPECT_NE(back->values, m.values) << "rounding the inverse to binary64 must show at this condition";
}

TEST(linear, determinant_product_and_solution) {
  const dense a{3, 3, {2, 1, 0, 1, 3, 1, 0, 1, 4}};
  EXPECT_EQ(determinant(a).value(), 18.0);
  const dense b{3, 1, {3, 5, 5}};
  EXPECT_EQ(solve(a, b)->values, (std::vector<double>{1, 1, 1}));
  EXPECT_EQ(product(a, dense{3, 1, {1, 1, 1}})->values, b.values);
  // Sums that cancel to the last bit.
  const dense row{1, 3, {0x1p60, 1, -0x1p60}}, column{3, 1, {1, 0x1p-60, 1}};
  EXPECT_EQ(product(row, column)->values[0], 0x1p-60);
  EXPECT_NEAR(determinant(hilbert(5)).value() / 3.7492951324e-12, 1, 1e-8);
}

TEST(linear, what_has_no_answer_says_so) {
  EXPECT_FALSE(inverse(dense{2, 2, {1, 2, 2, 4}}).has_value());
  EXPECT_FALSE(determinant(dense{2, 3, {1, 2, 3, 4, 5, 6}}).has_value());
  EXPECT_FALSE(product(dense{2, 2, {1, 2, 3}}, dense{2, 2, {1, 2, 3, 4}}).has_value());
  EXPECT_FALSE(product(dense{1, 2, {1, 2}}, dense{1, 2, {1, 2}}).has_value());
  EXPECT_EQ(solve(dense{2, 2, {1, 0, 0, 1}}, dense{3, 1, {1, 2, 3}}).error().message,
            "a 3x1 right-hand side for a 2x2 matrix");
}

} // namespace
} // namespace fpcheck::reference
