// Which literals are not what they spell: few digits, and another number than those say.
#include <fpcheck/exec/short_decimal.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace fpcheck::exec {
namespace {

TEST(ShortDecimal, LiteralsThatAreNotWhatTheySpell) {
  for (const float x : {0.1f, -0.01f, 0.7f, 2.7f, 1e-3f, 3e10f, 1e-40f, 3.1416f}) EXPECT_TRUE(is_short_decimal(x, judgement{})) << x;
}

TEST(ShortDecimal, LiteralsThatAre) {
  for (const float x : {0.0f, 0.5f, -1.75f, 100.0f, 1e10f, 0.00390625f, 16777216.0f}) EXPECT_FALSE(is_short_decimal(x, judgement{})) << x;
}

TEST(ShortDecimal, NumbersThatWereComputed) {
  for (const float x : {3.14159265f, 0.0204081628f, 0x1.555556p-2f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) EXPECT_FALSE(is_short_decimal(x, judgement{})) << x;
}

} // namespace
} // namespace fpcheck::exec
