#include <fpcheck/reference/evaluate.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace fpcheck::reference {
namespace {

double at(function f, double x, rounding r, target_format to = binary64) {
  return evaluate(f, std::array{x}, r, to).value;
}

TEST(evaluate, rounds_in_every_direction) {
  // e = 2.718281828459045 2353602874..., between 0x1.5bf0a8b145769p+1 (below) and ...76ap+1.
  EXPECT_EQ(at(function::exp, 1, rounding::down), 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(at(function::exp, 1, rounding::up), 0x1.5bf0a8b14576ap+1);
  EXPECT_EQ(at(function::exp, 1, rounding::nearest), 0x1.5bf0a8b145769p+1);
  EXPECT_EQ(at(function::exp, 1, rounding::away), 0x1.5bf0a8b14576ap+1);
  EXPECT_EQ(at(function::log, 0.5, rounding::toward_zero), at(function::log, 0.5, rounding::up));
}

TEST(evaluate, knows_overflow_and_subnormals_of_the_format) {
  EXPECT_EQ(at(function::exp, 100, rounding::nearest, binary32), std::numeric_limits<double>::infinity());
  EXPECT_EQ(at(function::exp, 100, rounding::down, binary32), double(std::numeric_limits<float>::max()));
  EXPECT_EQ(at(function::exp2, -149.5, rounding::up, binary32), 0x1p-149);
  EXPECT_EQ(at(function::exp2, -149.5, rounding::down, binary32), 0.0);
  EXPECT_EQ(at(function::exp2, -24.5, rounding::up, binary16), 0x1p-24);
  EXPECT_EQ(at(function::exp2, -1074.5, rounding::up), 0x1p-1074);
  EXPECT_EQ(at(function::exp2, -1074.5, rounding::nearest), 0x1p-1074);
  EXPECT_EQ(at(function::exp2, -1075.5, rounding::nearest), 0.0);
}

TEST(evaluate, subnormal_results_are_rounded_once) {
  // 2^-1074 (1.5 - 2^-60): MPFR at 53 bits would round to 1.5 first and then to even, 2.
  const std::array x{0x1.8p-537 * (1 - 0x1p-53), 0x1p-537};
  EXPECT_EQ(evaluate(function::mul, x, rounding::nearest).value, 0x1p-1074);
}

TEST(evaluate, tells_the_side) {
  EXPECT_EQ(evaluate(function::exp2, std::array{3.0}, rounding::up).side, 0);
  EXPECT_GT(evaluate(function::exp, std::array{1.0}, rounding::up).side, 0);
  EXPECT_LT(evaluate(function::exp, std::array{1.0}, rounding::down).side, 0);
}

TEST(evaluate, names_and_arities) {
  EXPECT_EQ(name_of(function::atan2), "atan2");
  EXPECT_EQ(arity(function::fma), 3);
  EXPECT_EQ(function_named("tanh").value(), function::tanh);
  EXPECT_FALSE(function_named("sinus").has_value());
}

TEST(evaluate, brackets_are_neighbours_or_equal) {
  const bracket b = enclose(function::div, std::array{1.0, 3.0}, binary32);
  EXPECT_EQ(std::nextafterf(static_cast<float>(b.low), 1), static_cast<float>(b.high));
  const bracket exact = enclose(function::div, std::array{1.0, 4.0});
  EXPECT_EQ(exact.low, exact.high);
}

} // namespace
} // namespace fpcheck::reference
