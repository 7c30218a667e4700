#include <fpcheck/sweep/sweep.hpp>

#include "../../src/sweep/exact_function.hpp"

#include <gtest/gtest.h>

namespace fpcheck::sweep {
namespace {

/// Of tests/cli/sweep/functions.cu, by their committed PTX.
swept_function function(const std::string& name) {
  auto out = wrap_function({std::string(FPCHECK_SOURCE_DIR) + "/tests/cli/sweep/" + name + ".ptx", name, "", {}});
  EXPECT_TRUE(out) << (out ? "" : out.error().message);
  return *std::move(out);
}
code_source engine(const swept_function& f) {
  return [&f](const code_lists& arguments) { return results_of(f, arguments); };
}

void expect_same(const sweep_tally& a, const sweep_tally& b) {
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.beyond, b.beyond);
  EXPECT_EQ(a.histogram, b.histogram);
  EXPECT_EQ(a.specials, b.specials);
  EXPECT_EQ(a.reversals, b.reversals);
  EXPECT_EQ(a.reversal_steps, b.reversal_steps);
  EXPECT_EQ(a.worst->arguments, b.worst->arguments);
}

TEST(function_sweep, parts_that_are_put_together_are_the_whole_with_steps_between_them) {
  const swept_function f = function("kinked");
  input_choice choice;
  choice.samples = 2000, choice.domain = std::array{1.0, 4.0};
  const auto inputs = sweep_inputs::make(f.arguments, choice);
  ASSERT_TRUE(inputs);
  const auto none = sweep_judge::make("x", f, 1);
  const auto part = [&](std::uint64_t from, std::uint64_t to) {
    sweep_judge out = *none;
    const code_lists codes = inputs->codes(from, to - from);
    EXPECT_TRUE(codes[0].empty() || out.take(codes, *results_of(f, codes)));
    return out;
  };
  const sweep_judge whole = part(0, inputs->size());
  ASSERT_EQ(whole.tally().reversals, 1u);
  for (std::uint64_t cut = 0; cut <= inputs->size(); cut += cut < 64 ? 1 : 37) {
    sweep_judge both = *none;
    both.add(part(0, cut));
    both.add(part(cut, inputs->size()));
    expect_same(both.tally(), whole.tally());
  }
  // One input a part: the step is between two of them.
  sweep_judge single = *none;
  for (std::uint64_t i = 0; i < inputs->size(); ++i) single.add(part(i, i + 1));
  expect_same(single.tally(), whole.tally());
}

TEST(function_sweep, an_error_at_one_input_is_found_in_any_chunk) {
  const swept_function f = function("square");
  input_choice choice;
  choice.samples = 400'000; // four chunks
  const auto inputs = sweep_inputs::make(f.arguments, choice);
  ASSERT_TRUE(inputs);
  const auto clean = run(f, *inputs, "x*x", 0.5, engine(f));
  ASSERT_TRUE(clean);
  EXPECT_EQ(clean->tally().verdict(), exit_code::passed);
  for (const float x : {-4.0f, 1.5f, 512.0f}) {
    const std::uint64_t code = tensor::encode(tensor::dtype::f32, x);
    const code_source planted = [&](const code_lists& arguments) {
      auto out = results_of(f, arguments);
      for (std::size_t i = 0; i < arguments[0].size(); ++i)
        if (arguments[0][i] == code) (*out)[i] += 3;
      return out;
    };
    const auto found = run(f, *inputs, "x*x", 0.5, planted);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->tally().beyond, 1u) << x;
    EXPECT_EQ(found->tally().points, clean->tally().points);
    EXPECT_EQ(found->tally().worst->arguments[0], code);
    EXPECT_NEAR(found->tally().worst->ulps, 3, 0.5);
  }
}

TEST(function_sweep, an_error_of_a_source_ends_it) {
  const swept_function f = function("square");
  const auto inputs = sweep_inputs::make(f.arguments, {});
  const auto out = run(f, *inputs, "x*x", 0.5, [](const code_lists&) -> result<std::vector<std::uint64_t>> { return fail("no card"); });
  ASSERT_FALSE(out);
  EXPECT_EQ(out.error().message, "no card");
}

TEST(exact_function, inverses_are_right_where_the_argument_is_subnormal) {
  // Each way round, far beyond the digits that a start in binary64 has there.
  for (const double x : {0x1p-1074, 0x3p-1074, 0x1p-1060, 0x1p-1022, 0x1p-200, 0.3}) {
    precise argument(64), y(300), back(300);
    mpfr_set_d(argument, x, MPFR_RNDN);
    exact_function_named("erfcinv")(y, argument);
    mpfr_erfc(back, y, MPFR_RNDN);
    mpfr_sub(back, back, argument, MPFR_RNDN);
    mpfr_div(back, back, argument, MPFR_RNDN);
    EXPECT_LT(std::abs(mpfr_get_d(back, MPFR_RNDN)), 0x1p-270) << x;
    precise less(133);
    exact_function_named("erfcinv")(less, argument);
    mpfr_sub(back, y, less, MPFR_RNDN);
    mpfr_div(back, back, y, MPFR_RNDN);
    EXPECT_LE(std::abs(mpfr_get_d(back, MPFR_RNDN)), 0x1p-117) << x;
  }
}

TEST(exact_function, what_a_series_leaves_out_keeps_a_number_off_the_middle_of_two) {
  for (const double x : {0x1p-149, 0x3p-149, -0x1p-149, 0x1.fffffcp-127}) {
    precise argument(24), y(256), half(256);
    mpfr_set_d(argument, x, MPFR_RNDN), mpfr_set_d(half, x / 2, MPFR_RNDN);
    exact_function_named("i1")(y, argument);
    EXPECT_GT(mpfr_cmpabs(y, half), 0) << x;
    mpfr_sub(y, y, half, MPFR_RNDN);
    EXPECT_LT(std::abs(mpfr_get_d(y, MPFR_RNDN)), std::abs(x) * 0x1p-200);
  }
  precise zero(24), y(64);
  mpfr_set_zero(zero, -1);
  exact_function_named("i1")(y, zero);
  EXPECT_TRUE(mpfr_zero_p(y.value));
}

} // namespace
} // namespace fpcheck::sweep
