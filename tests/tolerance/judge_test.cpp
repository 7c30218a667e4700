#include <fpcheck/tolerance/judge.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace fpcheck::tolerance {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

reference exact_reference(std::vector<double> values) {
  reference r;
  r.sizes = {static_cast<std::int64_t>(values.size())};
  r.worst.assign(values.size(), 0.0);
  r.probable = r.worst;
  r.value = std::move(values);
  return r;
}

tensor::array array_of(const std::vector<double>& values, tensor::dtype type = tensor::dtype::f32) {
  tensor::array a(type, {values.size()});
  for (std::size_t i = 0; i < values.size(); ++i) a.set(i, values[i]);
  return a;
}

TEST(judge, nan_never_passes_against_a_number) {
  for (const char* words : {"auto", "1000ulp", "rtol=1,atol=1e30", "bitwise", "torch"}) {
    const auto v = judge(array_of({1, nan, 3, 4}), exact_reference({1, 2, 3, 4}), *parse_tolerance(words));
    ASSERT_TRUE(v);
    EXPECT_EQ(v->code, exit_code::findings) << words;
    EXPECT_EQ(v->count(element_outcome::nan), 1u) << words;
    const auto other = judge(array_of({1, 2, 3, 4}), exact_reference({1, nan, 3, 4}), *parse_tolerance(words));
    EXPECT_EQ(other->count(element_outcome::nan), 1u) << words;
    const auto both = judge(array_of({1, nan, 3, 4}), exact_reference({1, nan, 3, 4}), *parse_tolerance(words));
    EXPECT_EQ(both->failures(), 0u) << words;
  }
}

TEST(judge, infinities) {
  const tolerance t = *parse_tolerance("rtol=1e-3,atol=1e30");
  EXPECT_EQ(judge(array_of({inf, 2}), exact_reference({1, 2}), t)->count(element_outcome::infinite), 1u);
  EXPECT_EQ(judge(array_of({inf, 2}), exact_reference({-inf, 2}), t)->count(element_outcome::infinite), 1u);
  EXPECT_EQ(judge(array_of({-inf, 2}), exact_reference({-inf, 2}), t)->failures(), 0u);
  // 70000 is beyond binary16: infinity is its rounding.
  EXPECT_EQ(judge(array_of({inf, 2}, tensor::dtype::f16), exact_reference({70000, 2}), *parse_tolerance("auto"))->failures(), 0u);
}

TEST(judge, any_single_mismatch_fails) {
  std::vector<double> y(1000), a;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1 + static_cast<double>(i) / 1024;
  a = y;
  a[999] += 1e-3;
  const auto v = judge(array_of(a), exact_reference(y), *parse_tolerance("auto"));
  EXPECT_EQ(v->code, exit_code::findings);
  ASSERT_FALSE(v->worst.empty());
  EXPECT_EQ(v->worst[0].index, 999u);
  EXPECT_EQ(v->worst[0].position, (std::vector<std::int64_t>{999}));
  EXPECT_NE(text(*v).find("[999]"), std::string::npos);
}

TEST(judge, sizes_must_agree) {
  const auto v = judge(array_of({1, 2}), exact_reference({1, 2, 3}), {});
  ASSERT_FALSE(v);
  EXPECT_EQ(v.error().message, "the output has 2 elements, the reference 3");
}

TEST(judge, the_final_rounding_is_half_an_ulp_and_no_more) {
  const double y = 1 + 0x1p-12; // between two bf16 numbers, 1 is nearest
  EXPECT_EQ(judge(array_of({1, -3}, tensor::dtype::bf16), exact_reference({y, -3}), *parse_tolerance("auto"))->failures(), 0u);
  EXPECT_EQ(judge(array_of({1 + 0x1p-7, -3}, tensor::dtype::bf16), exact_reference({y, -3}), *parse_tolerance("auto"))->failures(), 1u);
  const auto v = judge(array_of({1 + 0x1p-7, -3}, tensor::dtype::bf16), exact_reference({y, -3}), *parse_tolerance("auto"), {.mismatch_budget = 1});
  EXPECT_EQ(v->one_code_misses, 1u);
  EXPECT_EQ(v->code, exit_code::passed);
}

TEST(judge, between_the_tiers_is_suspect) {
  reference r = exact_reference({1, 2, 5});
  r.probable = {1e-5, 1e-5, 1e-5};
  r.worst = {1e-3, 1e-3, 1e-3};
  EXPECT_EQ(judge(array_of({1.0001, 2, 5}), r, *parse_tolerance("auto"))->code, exit_code::incomplete);
  EXPECT_EQ(judge(array_of({1.000005, 2, 5}), r, *parse_tolerance("auto"))->code, exit_code::passed);
  EXPECT_EQ(judge(array_of({1.002, 2, 5}), r, *parse_tolerance("auto"))->code, exit_code::findings);
}

TEST(judge, no_bound_is_incomplete) {
  reference r = exact_reference({1, 2, 5});
  r.probable = r.worst = {inf, 0, 0};
  r.unbounded = {"sum"};
  const auto v = judge(array_of({1, 2, 5}), r, *parse_tolerance("auto"));
  EXPECT_EQ(v->code, exit_code::incomplete);
  EXPECT_EQ(v->reason, "no bound for 1 element (lost in sum)");
}

TEST(judge, a_bound_above_half_of_the_value_is_no_bound) {
  reference r = exact_reference({1, 2, 5});
  r.probable = r.worst = {0.6, 0, 0};
  EXPECT_EQ(judge(array_of({1, 2, 5}), r, *parse_tolerance("auto"))->code, exit_code::incomplete);
}

TEST(judge, discrete_outputs_are_judged_by_their_image) {
  reference r = exact_reference({1, 2.5, 7});
  r.discrete = true;
  r.probable = r.worst = {0, 0.5, 0};
  const auto i32 = tensor::dtype::i32;
  EXPECT_EQ(judge(array_of({1, 2, 7}, i32), r, *parse_tolerance("auto"))->failures(), 0u);
  EXPECT_EQ(judge(array_of({1, 3, 7}, i32), r, *parse_tolerance("auto"))->failures(), 0u);
  EXPECT_EQ(judge(array_of({1, 4, 7}, i32), r, *parse_tolerance("auto"))->failures(), 1u);
  EXPECT_EQ(judge(array_of({1, 2.5, 7}), r, *parse_tolerance("auto"))->failures(), 1u);
}

TEST(judge, a_discrete_reference_allows_nothing_away_from_ties) {
  reference r = exact_reference({1, 1, 1, 2, 60, -90, 100, 127});
  r.discrete = true;
  const auto i8 = tensor::dtype::i8;
  const auto v = judge(array_of({1, 1, 1, 2, 60, -90, 100, 127}, i8), r, *parse_tolerance("auto"), {.canaries = false});
  EXPECT_EQ(v->code, exit_code::passed) << v->reason; // many small codes are no wide bound
  r.probable = r.worst = {0, 0, 0, 0, 1, 0, 0, 0};
  EXPECT_EQ(judge(array_of({1, 1, 1, 2, 61, -90, 100, 127}, i8), r, *parse_tolerance("auto"))->failures(), 0u);
  EXPECT_EQ(judge(array_of({1, 1, 1, 2, 62, -90, 100, 127}, i8), r, *parse_tolerance("auto"))->failures(), 1u);
  EXPECT_EQ(judge(array_of({1, 1, 1, 3, 60, -90, 100, 127}, i8), r, *parse_tolerance("auto"))->failures(), 1u);
}

TEST(judge, integers_that_a_list_of_numbers_wants_are_told_apart) {
  const auto i32 = tensor::dtype::i32;
  const reference r = exact_reference({0, -1, 1, 1, -1, 0, 1, 2}); // no expression that yields integers
  EXPECT_EQ(judge(array_of({0, -1, 1, 1, -1, 0, 1, 2}, i32), r, *parse_tolerance("auto"))->code, exit_code::passed);
  EXPECT_EQ(judge(array_of({0, -1, 1, 1, -1, 0, 0, 2}, i32), r, *parse_tolerance("auto"))->failures(), 1u);
  reference halves = exact_reference({0.5, 1.5, 2.5, 0.5});
  EXPECT_EQ(judge(array_of({0, 2, 2, 0}, i32), halves, *parse_tolerance("auto"), {.canaries = false})->failures(), 0u);
}

TEST(judge, statistics) {
  const auto v = judge(array_of({1 + 0x1p-23, 1 + 0x1p-22, 1, 1.5}), exact_reference({1, 1, 1, 1.5}), *parse_tolerance("4ulp"));
  EXPECT_EQ(v->code, exit_code::passed) << v->reason;
  EXPECT_EQ(v->ulp_percentiles[4], 2);
  EXPECT_EQ(v->bias, 1);
  EXPECT_EQ(v->bit_equal, 2u);
}

TEST(judge, a_loose_tolerance_is_vacuous) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal(0, 1e-3);
  std::vector<double> y(256);
  for (double& x : y) x = static_cast<float>(normal(random));
  const auto loose = judge(array_of(y), exact_reference(y), *parse_tolerance("rtol=1e-2,atol=1e-2"));
  EXPECT_EQ(loose->code, exit_code::findings);
  EXPECT_TRUE(loose->vacuous());
  EXPECT_NE(loose->reason.find("an all-zero output"), std::string::npos);
  EXPECT_EQ(judge(array_of(y), exact_reference(y), *parse_tolerance("auto"))->code, exit_code::passed);
}

TEST(judge, percents_that_the_user_states_are_no_vacuous_tolerance) {
  std::vector<double> y(64), rounded(64);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = 1 + static_cast<double>(i) / 64, rounded[i] = std::nearbyint(y[i] * 8) / 8;
  EXPECT_EQ(judge(array_of(rounded), exact_reference(y), *parse_tolerance("rtol=0.0625"))->code, exit_code::passed);
  const auto half = judge(array_of(y), exact_reference(y), *parse_tolerance("rtol=0.5"));
  EXPECT_EQ(half->code, exit_code::findings);
  EXPECT_NE(half->reason.find("vacuous"), std::string::npos) << half->reason;
}

TEST(judge, half_of_one_beside_integers_is_no_vacuous_tolerance) {
  const std::vector<double> exact{2, 0, 4, 1, 3, 1}, wrong{2, 0, 5, 1, 3, 1};
  const auto check = [&](const std::vector<double>& actual, const char* words) {
    return *judge(array_of(actual, tensor::dtype::i32), exact_reference(exact), *parse_tolerance(words));
  };
  EXPECT_EQ(check(exact, "rtol=0,atol=0.5").code, exit_code::passed) << check(exact, "rtol=0,atol=0.5").reason;
  EXPECT_EQ(check(wrong, "rtol=0,atol=0.5").count(element_outcome::wrong), 1u);
  EXPECT_NE(check(exact, "rtol=0,atol=1").reason.find("vacuous"), std::string::npos);
}

TEST(judge, what_a_stated_tolerance_leaves_to_tiny_elements_is_no_vacuous_tolerance) {
  std::vector<double> y(100, 0x1p-80); // a row of softmax
  y[7] = 0.75, y[60] = 0.25;
  const auto small = judge(array_of(y), exact_reference(y), *parse_tolerance("rtol=1e-4,atol=1e-6"));
  EXPECT_EQ(small->code, exit_code::passed) << small->reason;
  EXPECT_EQ(judge(array_of(y), exact_reference(y), *parse_tolerance("atol=0.1"))->code, exit_code::findings);
}

TEST(judge, inputs_that_cannot_tell_are_said_so) {
  const auto v = judge(array_of({0, 0, 0}), exact_reference({0, 0, 0}), *parse_tolerance("auto"));
  EXPECT_EQ(v->code, exit_code::incomplete);
  EXPECT_NE(v->reason.find("cannot tell"), std::string::npos);
}

TEST(judge, outputs_that_are_alike_by_intent_pass_with_a_remark) {
  const judge_options remarked{.alike = alike_outputs::remarked};
  const auto alike = judge(array_of({3.5, 3.5, 3.5}), exact_reference({3.5, 3.5, 3.5}), *parse_tolerance("auto"), remarked);
  EXPECT_EQ(alike->code, exit_code::passed) << alike->reason;
  EXPECT_EQ(alike->untold, (std::vector<std::string_view>{"a constant output", "two outputs swapped"}));
  EXPECT_NE(alike->reason.find("cannot tell them from a constant output, two outputs swapped"), std::string::npos) << alike->reason;
  EXPECT_EQ(judge(array_of({3.5, 3.5, 4}), exact_reference({3.5, 3.5, 3.5}), *parse_tolerance("auto"), remarked)->code, exit_code::findings);
  const auto zeros = judge(array_of({0, 0, 0}), exact_reference({0, 0, 0}), *parse_tolerance("auto"), remarked);
  EXPECT_EQ(zeros->code, exit_code::passed) << zeros->reason;
  EXPECT_EQ(zeros->untold.at(0), all_zero_output);
}

TEST(judge, elements_nearer_to_each_other_than_a_narrow_tolerance_are_alike) {
  const judge_options remarked{.alike = alike_outputs::remarked};
  const reference r = exact_reference({61, 61.5, 62, 62.5});
  const auto narrow = judge(array_of({61, 61.5, 62, 62.5}), r, *parse_tolerance("rtol=0.07"), remarked);
  EXPECT_EQ(narrow->code, exit_code::passed) << narrow->reason;
  EXPECT_FALSE(narrow->untold.empty());
  // Without a statement of the user's, and where the tolerance itself is wide, it is vacuous.
  EXPECT_EQ(judge(array_of({61, 61.5, 62, 62.5}), r, *parse_tolerance("rtol=0.07"))->code, exit_code::findings);
  EXPECT_EQ(judge(array_of({61, 61.5, 62, 62.5}), r, *parse_tolerance("rtol=0.2"), remarked)->code, exit_code::findings);
  EXPECT_EQ(judge(array_of({0.1, 0.2, 0.3}), exact_reference({0.1, 0.2, 0.3}), *parse_tolerance("atol=1"), remarked)->code, exit_code::findings);
}

TEST(judge, an_output_without_elements_is_not_a_pass) {
  for (const char* words : {"auto", "4ulp", "bitwise"}) {
    const auto v = judge(array_of({}), exact_reference({}), *parse_tolerance(words));
    ASSERT_TRUE(v);
    EXPECT_EQ(v->code, exit_code::incomplete) << words;
  }
}

TEST(judge, a_few_large_elements_do_not_excuse_the_others) {
  std::vector<double> y(256, 1.0);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += static_cast<double>(i) / 512;
  y[0] = 1e6;
  reference r = exact_reference(y);
  for (double& e : r.worst) e = 0.9;
  r.probable = r.worst;
  const auto v = judge(array_of(y), r, *parse_tolerance("auto"), {.canaries = false});
  EXPECT_EQ(v->code, exit_code::incomplete) << v->reason;
  EXPECT_NE(v->reason.find("no useful bound"), std::string::npos) << v->reason;
}

TEST(judge, elements_far_below_the_typical_one_do_not_make_a_check_useless) {
  std::vector<double> y(256, 1.0);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += static_cast<double>(i) / 512;
  for (std::size_t i = 0; i < 64; ++i) y[i] = 1e-6;
  reference r = exact_reference(y);
  for (double& e : r.worst) e = 1e-5;
  r.probable = r.worst;
  EXPECT_EQ(judge(array_of(y), r, *parse_tolerance("auto"), {.canaries = false})->code, exit_code::passed);
}

TEST(tolerance, words) {
  EXPECT_EQ(parse_tolerance("16ulp")->ulps, 16);
  EXPECT_EQ(parse_tolerance("rtol=1e-3,atol=1e-5")->absolute, 1e-5);
  EXPECT_EQ(parse_tolerance("torch", tensor::dtype::bf16)->relative, 1.6e-2);
  for (const char* bad : {"", "ulp", "-1ulp", "rtol=", "rtol=1e-3;atol=1", "nan", "rtol=nan", "infulp"}) EXPECT_FALSE(parse_tolerance(bad)) << bad;
}

} // namespace
} // namespace fpcheck::tolerance
