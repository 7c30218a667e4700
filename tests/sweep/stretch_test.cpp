#include <fpcheck/sweep/stretches.hpp>

#include "../../src/sweep/searched_inputs.hpp"
#include "../../src/sweep/stretch_builder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fpcheck::sweep {
namespace {

/// How far the polynomial is from the function at an input, by MPFR.
double deviation(const stretch& s, const stretched_function& f, std::uint64_t code) {
  precise y(300);
  f.exact(y, bit_cast<double>(code), s.second);
  mpfr_sub_d(y, y, s.high, MPFR_RNDN);
  mpfr_sub_d(y, y, rest(s, code), MPFR_RNDN);
  return std::fabs(mpfr_get_d(y, MPFR_RNDA));
}

TEST(stretches, are_within_their_error_of_every_function) {
  int functions = 0;
  for (const searched_function& f : searched_functions()) {
    if (!has_stretches(f)) continue;
    ++functions;
    const stretched_function exact(f);
    const auto all = stretches_of(f, {std::uint64_t{200} << 10, 7});
    EXPECT_GE(all.size(), 95u) << f.name;
    chance c(1, 2);
    for (const stretch& s : all) {
      ASSERT_LE(s.error, 0x1p-12 * std::ldexp(1.0, std::ilogb(s.high) - 52));
      for (int i = 0; i < 12; ++i) {
        const std::uint64_t code = s.code(i == 0 ? 0 : i == 1 ? s.count - 1 : static_cast<std::uint32_t>(c.bits() % s.count));
        ASSERT_LE(deviation(s, exact, code), s.error) << f.name << " at " << bit_cast<double>(code);
      }
    }
  }
  EXPECT_EQ(functions, 35);
}

TEST(stretches, of_a_million_inputs_are_so_too) {
  for (const char* name : {"exp", "log", "sin", "tan", "acos", "erfc", "cbrt", "pow", "hypot"}) {
    const searched_function& f = *searched_function_named(name);
    const stretched_function exact(f);
    chance c(3, 4);
    const auto all = stretches_of(f, {std::uint64_t{80} << 20, 9});
    ASSERT_GE(all.size(), 80u) << name;
    for (const stretch& s : all)
      for (int i = 0; i < 20; ++i) {
        const std::uint64_t code = s.code(i == 0 ? 0 : i == 1 ? s.count - 1 : static_cast<std::uint32_t>(c.bits() % s.count));
        ASSERT_LE(deviation(s, exact, code), s.error) << name << " at " << bit_cast<double>(code);
      }
  }
}

TEST(stretches, are_cut_where_a_polynomial_does_not_serve_all_of_them) {
  const stretched_function exact(*searched_function_named("log"));
  const auto s = make_stretch(exact, {bits_of(3.0), std::uint64_t{1} << 31, 1u << 12}); // 2^-9 of the number to each side
  ASSERT_TRUE(s);
  EXPECT_LT(s->count, 1u << 12);
  for (std::uint32_t i = 0; i < s->count; ++i) ASSERT_LE(deviation(*s, exact, s->code(i)), s->error) << i;
}

TEST(stretches, know_which_way_the_function_goes) {
  for (const char* name : {"exp", "erfc", "acos", "sin", "tan", "cosh", "pow", "atan2", "hypot", "fmod"}) {
    const stretched_function exact(*searched_function_named(name));
    for (const stretch& s : stretches_of(*searched_function_named(name), {std::uint64_t{100} << 10, 5})) {
      if (s.direction == 0) continue;
      precise one(3000), other(3000); // next to an even function's extremum they differ by the square of x
      exact.exact(one, bit_cast<double>(s.code(0)), s.second), exact.exact(other, bit_cast<double>(s.code(s.count - 1)), s.second);
      EXPECT_EQ(mpfr_cmp(other, one) > 0, s.direction > 0) << name << " at " << bit_cast<double>(s.code(0));
    }
  }
}

TEST(stretches, judge_as_mpfr_does) {
  const searched_function& f = *searched_function_named("log1p");
  const judge_of_results by_mpfr(f);
  chance c(5, 6);
  for (const stretch& s : stretches_of(f, {std::uint64_t{100} << 10, 11}))
    for (int i = 0; i < 8; ++i) {
      const auto k = static_cast<std::uint32_t>(c.bits() % s.count);
      const double near = s.high + rest(s, s.code(k)), result = bit_cast<double>(bits_of(near) + static_cast<std::uint64_t>(c.between(-3, 3)));
      stretch_tally t;
      judge(t, s, k, result, nullptr);
      const judged_input exact = by_mpfr.judge({s.code(k), 0}, bits_of(result));
      EXPECT_NEAR(t.ulps, exact.input.ulps, t.uncertain + 0x1p-48) << s.code(k);
      if (t.open == 0) { EXPECT_EQ(t.not_nearest != 0, exact.input.steps != 0) << s.code(k); }
    }
}

TEST(stretches, beside_a_power_of_two_count_in_the_lesser_ulp_below_it) {
  const auto s = make_stretch(stretched_function(*searched_function_named("exp")), {bits_of(-0x1p-54) - 50, 1, 100}); // values 2^-54 below 1
  ASSERT_TRUE(s);
  stretch_tally t;
  judge(t, *s, 50, 1.0, nullptr);
  EXPECT_NEAR(t.ulps, 0.5, 1e-12); // of 2^-53
}

TEST(stretches, a_wrong_last_bit_is_found_on_the_emulated_device) {
  const searched_function& f = *searched_function_named("sqrt");
  stretch_choice choice{std::uint64_t{64} << 10, 3};
  const auto right = sweep_stretches(f, choice);
  ASSERT_TRUE(right) << right.error().text();
  EXPECT_GE(right->tally.inputs, choice.inputs);
  EXPECT_LE(right->tally.ulps, 0.5 + right->tally.uncertain);
  EXPECT_EQ(right->tally.not_nearest, 0u);
  EXPECT_EQ(right->tally.reversals, 0u);
  const stretch s = stretches_of(f, choice)[17];
  choice.planted = s.code(333);
  const auto wrong = sweep_stretches(f, choice);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->tally.not_nearest, 1u);
  EXPECT_EQ(wrong->tally.code, *choice.planted);
  EXPECT_EQ(wrong->worst.steps, 1u);
}

TEST(stretches, results_that_go_the_other_way_are_counted) {
  const auto s = make_stretch(stretched_function(*searched_function_named("exp")), {bits_of(1.0), 1, 4096});
  ASSERT_TRUE(s);
  ASSERT_EQ(s->direction, 1);
  stretch_tally t;
  const double values[] = {2.72, 2.71, 2.71};
  for (std::uint32_t i = 0; i < 3; ++i) judge(t, *s, i, values[i], i == 0 ? nullptr : &values[i - 1]);
  EXPECT_EQ(t.reversals, 1u);
  EXPECT_EQ(t.reversal_code, s->code(1));
}

TEST(stretches, where_a_function_is_not_defined_or_has_a_zero_there_are_none) {
  const auto at = [](const char* name, double x, std::uint32_t count) { return make_stretch(stretched_function(*searched_function_named(name)), {bits_of(x), 1, count, bits_of(3.0)}); };
  EXPECT_FALSE(at("log", -2, 4096));
  EXPECT_FALSE(at("acos", 1.5, 4096));
  EXPECT_FALSE(at("exp", 800, 4096));
  EXPECT_FALSE(at("exp", -720, 4096)); // nearly subnormal
  EXPECT_FALSE(at("log", 1 - 0x1p-50, 64)); // through 0
  EXPECT_FALSE(at("pow", -2, 4096));
  EXPECT_FALSE(at("fmod", 6 - 0x1p-50, 4096)); // begins anew at 6
  EXPECT_TRUE(at("fmod", 6.5, 4096));
}

} // namespace
} // namespace fpcheck::sweep
