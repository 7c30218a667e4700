#include <fpcheck/tolerance/condition.hpp>
#include <fpcheck/tolerance/judge.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace fpcheck::tolerance {
namespace {

struct problem {
  expr::program p;
  expr::bindings inputs;
};

problem make(const std::string& text, const std::map<std::string, expr::input_value>& inputs) {
  expr::environment e;
  for (const auto& [name, v] : inputs) {
    expr::shape s;
    for (const std::int64_t n : v.sizes) s.push_back({n, ""});
    e.tensors[name] = s;
  }
  auto p = expr::infer(text, e);
  EXPECT_TRUE(p) << text;
  return {std::move(*p), inputs};
}

TEST(reference, a_step_has_the_value_of_exact_arithmetic_and_the_tolerance_both_sides) {
  const double x = static_cast<double>(6.9999995f);
  const problem k = make("floor(x * 23 / 7)", {{"x", {{1}, {x}}}});
  const auto r = make_reference(k.p.nodes, k.p.root, k.inputs, {});
  ASSERT_TRUE(r);
  EXPECT_EQ(r->value[0], 22);
  EXPECT_EQ(r->centre_of(0), 22.5);
  for (const auto& [words, given, passes] : {std::tuple{"bitwise", 22, true}, {"bitwise", 23, false}, {"auto", 22, true}, {"auto", 23, true}, {"auto", 21, false}, {"auto", 24, false}}) {
    tensor::array a(tensor::dtype::i32, {1});
    a.set(0, given);
    const auto v = judge(a, *r, *parse_tolerance(words), {.canaries = false});
    EXPECT_EQ(v->failures() == 0, passes) << words << ' ' << given;
    if (given == 22) EXPECT_EQ(v->ulp_percentiles[4], 0);
  }
}

TEST(reference, sums_of_integers_are_exact_as_far_as_the_accumulator_holds_them) {
  const problem k = make("onehot(sum(h, 1), 5)", {{"h", {{2, 3}, {1, 0, 3, 0, 1, 1}}}});
  const auto r = make_reference(k.p.nodes, k.p.root, k.inputs, {});
  ASSERT_TRUE(r);
  EXPECT_EQ(r->value, (std::vector<double>{0, 0, 0, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(r->worst, std::vector<double>(10, 0.0));
  const problem wide = make("sum(h)", {{"h", {{3}, {0x1p24, 1, 1}}}}), steps = make("cumsum(h, 0)", {{"h", {{3}, {0x1p23, 1, 1}}}});
  EXPECT_GT(make_reference(wide.p.nodes, wide.p.root, wide.inputs, {})->worst[0], 0.0);
  EXPECT_EQ(make_reference(steps.p.nodes, steps.p.root, steps.inputs, {})->worst, std::vector<double>(3, 0.0));
}

TEST(reference, binary64_kernels_are_judged_in_double_double) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  expr::input_value x{{500}, {}}, w{{500}, {}};
  for (int i = 0; i < 500; ++i) x.values.push_back(normal(random)), w.values.push_back(normal(random));
  const problem k = make("sum(x * w)", {{"x", x}, {"w", w}});
  declaration d;
  d.accumulator = "f64";
  const auto r = make_reference(k.p.nodes, k.p.root, k.inputs, d);
  ASSERT_TRUE(r);
  EXPECT_EQ(r->low.size(), 1u);
  double sum = 0;
  for (std::size_t i = 0; i < 500; ++i) sum += x.values[i] * w.values[i];
  tensor::array a(tensor::dtype::f64, {});
  a.set(0, sum);
  EXPECT_EQ(judge(a, *r, {})->failures(), 0u);
  a.set(0, sum * (1 + 0x1p-36));
  EXPECT_EQ(judge(a, *r, {})->failures(), 1u);
  EXPECT_LT(r->probable[0], 1e-11);
}

TEST(reference, bf16_accumulation_beyond_256_terms_has_no_bound) {
  const problem k = make("sum(x)", {{"x", {{400}, std::vector<double>(400, 1.0)}}});
  declaration d;
  d.accumulator = "bf16";
  tensor::array a(tensor::dtype::bf16, {});
  a.set(0, 256); // stagnation: what the kernel really gives
  const auto v = judge_expression(k.p.nodes, k.p.root, k.inputs, d, a, {});
  ASSERT_TRUE(v);
  EXPECT_EQ(v->code, exit_code::incomplete);
  EXPECT_NE(v->reason.find("no bound"), std::string::npos);
  // Declared as f32, the stagnated sum is wrong.
  EXPECT_EQ(judge_expression(k.p.nodes, k.p.root, k.inputs, {}, a, {})->code, exit_code::findings);
}

TEST(reference, the_worst_case_is_worked_out_only_when_needed) {
  std::mt19937_64 random(2);
  std::normal_distribution<float> normal;
  expr::input_value x{{2, 5000}, {}};
  for (int i = 0; i < 10000; ++i) x.values.push_back(normal(random));
  const problem k = make("sum(x, 1)", {{"x", x}});
  const auto both = make_reference(k.p.nodes, k.p.root, k.inputs, {});
  ASSERT_TRUE(both);
  EXPECT_GT(both->worst[0], 5 * both->probable[0]);
  tensor::array a(tensor::dtype::f32, {2});
  a.set(0, both->value[0] + 3 * both->probable[0]);
  a.set(1, both->value[1]);
  const auto v = judge_expression(k.p.nodes, k.p.root, k.inputs, {}, a, {});
  ASSERT_TRUE(v);
  EXPECT_EQ(v->count(element_outcome::suspect), 1u);
  EXPECT_EQ(v->code, exit_code::incomplete);
}

TEST(reference, a_declared_depth_narrows_the_bound) {
  const problem k = make("sum(x)", {{"x", {{100000}, std::vector<double>(100000, 1.1)}}});
  declaration shallow;
  shallow.depth = 20;
  EXPECT_LT(make_reference(k.p.nodes, k.p.root, k.inputs, shallow)->probable[0], make_reference(k.p.nodes, k.p.root, k.inputs, {})->probable[0] / 10);
}

TEST(reference, truncating_tensor_cores_have_no_probable_tier) {
  const problem k = make("sum(x)", {{"x", {{5000}, std::vector<double>(5000, 1.5)}}});
  declaration d;
  d.unbiased = false;
  const auto r = make_reference(k.p.nodes, k.p.root, k.inputs, d);
  EXPECT_EQ(r->probable, r->worst);
}

TEST(condition, by_derived_gradients) {
  problem k = make("a - b", {{"a", {{2}, {1.0, 1000.0}}}, {"b", {{2}, {-1.0, 999.0}}}});
  const auto c = conditions(k.p.nodes, k.p.root, k.inputs, std::array<std::uint64_t, 2>{0, 1});
  ASSERT_TRUE(c) << c.error().text();
  EXPECT_NEAR((*c)[0].kappa, 1, 1e-12);
  EXPECT_NEAR((*c)[1].kappa, 1999, 1e-9);
  EXPECT_EQ((*c)[1].shares[0].first, "a");
}

} // namespace
} // namespace fpcheck::tolerance
