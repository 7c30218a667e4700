// Stochastic rounding: every random word is tried, so that probabilities are counts.
#include <fpcheck/formats/arithmetic.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fpcheck {
namespace {

constexpr double infinity = HUGE_VAL;
const double nan_value = std::numeric_limits<double>::quiet_NaN();

template <class Tag, class Number>
std::uint32_t code(Number x, const policy& p = {}) {
  return encode<Tag>(x, p).code;
}
/// How many of the 2^bits random words round x up.
template <class Tag>
int ups(double x, stochastic_rule rule, std::uint8_t bits) {
  const policy p{.round = rounding::stochastic, .stochastic = rule, .stochastic_bits = bits};
  const std::uint32_t down = code<Tag>(x, {.round = rounding::toward_zero});
  int count = 0;
  for (std::uint32_t r = 0; r < (1u << bits); ++r) {
    const std::uint32_t c = encode<Tag>(x, p, r).code;
    EXPECT_TRUE(c == down || c == down + 1);
    count += c == down + 1;
  }
  return count;
}

TEST(stochastic, probability_is_the_discarded_fraction) {
  for (const auto rule : {stochastic_rule::a, stochastic_rule::b, stochastic_rule::c})
    for (int k = 0; k < 32; ++k) {
      EXPECT_EQ(ups<e4m3fn_format>(1 + k * 0x1p-8, rule, 5), k) << k; // exact: nu has five bits
      EXPECT_EQ(ups<bf16_format>(1 + k * 0x1p-12, rule, 5), k) << k;
    }
  EXPECT_EQ(ups<e5m2_format>(1.125 * 0x1p-14, stochastic_rule::a, 8), 128);
  EXPECT_EQ(ups<f16_format>(0x1p-25, stochastic_rule::a, 8), 128); // half the smallest number
  EXPECT_EQ(ups<f16_format>(0x1p-28, stochastic_rule::a, 8), 16);
  EXPECT_EQ(ups<e4m3fn_format>(0x1p-30, stochastic_rule::a, 24), 8);
}

TEST(stochastic, nan_infinity_and_exact_numbers_never_move) {
  for (const auto rule : {stochastic_rule::a, stochastic_rule::b, stochastic_rule::c})
    for (std::uint32_t r = 0; r < 256; ++r) {
      const policy p{.round = rounding::stochastic, .stochastic = rule, .stochastic_bits = 8};
      EXPECT_EQ(encode<f16_format>(infinity, p, r).code, 0x7c00);
      EXPECT_EQ(encode<f16_format>(1.5, p, r).code, 0x3e00);
      EXPECT_EQ(encode<f16_format>(0.0, p, r).code, 0);
      EXPECT_TRUE(is_nan_code(f16_format::row, encode<f16_format>(nan_value, p, r).code));
    }
}

TEST(stochastic, bias_of_the_three_rules) {
  // Mean and largest bias in ulp over 64 fractions a random bit pattern.
  const double mean[3][3] = {{-0.123, -0.031, -0.008}, {0.002, 0.0005, 0.0001}, {0, 0, 0}};
  const double worst[3][3] = {{0.246, 0.062, 0.015}, {0.125, 0.031, 0.008}, {0.125, 0.031, 0.008}};
  for (int rule = 0; rule < 3; ++rule)
    for (int n = 0; n < 3; ++n) {
      const auto bits = static_cast<std::uint8_t>(2 * n + 2);
      double sum = 0, largest = 0;
      const int fractions = 64 << bits;
      for (int k = 0; k < fractions; ++k) {
        const double nu = static_cast<double>(k) / fractions;
        const double p = ups<e4m3fn_format>(1 + nu * 0.125, static_cast<stochastic_rule>(rule), bits);
        const double bias = std::ldexp(p, -bits) - nu;
        sum += bias;
        largest = std::max(largest, std::fabs(bias));
      }
      EXPECT_NEAR(sum / fractions, mean[rule][n], 0.00055) << rule << " " << int{bits};
      EXPECT_NEAR(largest, worst[rule][n], 0.001) << rule << " " << int{bits};
    }
}

TEST(stochastic, a_sum_is_rounded_from_its_exact_value) {
  // 1 + 2^-12 in bf16: the fraction is 2^-5, which a sticky bit would make something else.
  const auto small = static_cast<std::uint16_t>(code<bf16_format>(0x1p-12));
  int count = 0;
  for (std::uint32_t r = 0; r < 1024; ++r)
    count += add<bf16_format>(0x3f80, small, {.round = rounding::stochastic, .stochastic_bits = 10}, r).code == 0x3f81;
  EXPECT_EQ(count, 32);
}

} // namespace
} // namespace fpcheck
