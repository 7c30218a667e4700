#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace fpcheck::expr {
namespace {

struct case_of {
  environment names;
  bindings inputs;
};

void put(case_of& c, const std::string& name, std::vector<std::int64_t> sizes, std::vector<double> values) {
  shape s;
  for (const std::int64_t n : sizes) s.push_back({n, ""});
  c.names.tensors[name] = s;
  c.inputs[name] = {std::move(sizes), std::move(values)};
}

case_of small() {
  case_of c;
  put(c, "x", {2, 3}, {1, -2, 3, 0.5, 0, -1});
  put(c, "y", {3, 2}, {1, 2, 3, 4, 5, 6});
  put(c, "a", {2, 2}, {1, 2, 3, 5});
  put(c, "v", {3}, {1, 2, 3});
  put(c, "ids", {3}, {1, 0, 1});
  return c;
}

std::vector<double> value(const case_of& c, const std::string& text) {
  auto p = infer(text, c.names);
  if (!p) return ADD_FAILURE() << p.error().text(), std::vector<double>{};
  const auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
  if (!e) return ADD_FAILURE() << e.error().text(), std::vector<double>{};
  return e->roots[0].middle;
}

void expect(const std::string& text, const std::vector<double>& wanted) {
  const auto got = value(small(), text);
  ASSERT_EQ(got.size(), wanted.size()) << text;
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-13 * (1 + std::fabs(wanted[i]))) << text << " [" << i << "]";
}

TEST(evaluate, elementwise_and_broadcast) {
  expect("x + v", {2, 0, 6, 1.5, 2, 2});
  expect("x * 2 - 1", {1, -5, 5, 0, -1, -3});
  expect("x ^ 2", {1, 4, 9, 0.25, 0, 1});
  expect("relu(x)", {1, 0, 3, 0.5, 0, 0});
  expect("where(x > 0, x, -1)", {1, -1, 3, 0.5, -1, -1});
  expect("maximum(x, 0.25)", {1, 0.25, 3, 0.5, 0.25, 0.25});
  expect("max(x, 0.25)", {1, 0.25, 3, 0.5, 0.25, 0.25}); // as torch writes it: no axis is a fraction
  expect("-min(-0.25, -x)", {1, 0.25, 3, 0.5, 0.25, 0.25});
  expect("7 // 2 + 7 % 4", {6});
  expect("2 ^ -1", {0.5});
  expect("v // 2", {0, 1, 1});
  expect("gelu(v)", {0.5 * (1 + std::erf(1 / M_SQRT2)), 1 * (1 + std::erf(2 / M_SQRT2)), 1.5 * (1 + std::erf(3 / M_SQRT2))});
}

TEST(evaluate, structure) {
  expect("x.T", {1, 0.5, -2, 0, 3, -1});
  expect("x[:, 1]", {-2, 0});
  expect("x[1, ::2]", {0.5, -1});
  expect("x[-1]", {0.5, 0, -1});
  expect("y[ids]", {3, 4, 1, 2, 3, 4});
  expect("scatter_add(v, ids, 2)", {2, 4});
  expect("concat((a, a), 0)", {1, 2, 3, 5, 1, 2, 3, 5});
  expect("stack((v, v), 1)", {1, 1, 2, 2, 3, 3});
  expect("flip(v)", {3, 2, 1});
  expect("diag(v)", {1, 0, 0, 0, 2, 0, 0, 0, 3});
  expect("diagonal(a)", {1, 5});
  expect("tril(a)", {1, 0, 3, 5});
  expect("kron(a, eye(2))", {1, 0, 2, 0, 0, 1, 0, 2, 3, 0, 5, 0, 0, 3, 0, 5});
  expect("vec(a)", {1, 3, 2, 5});
  expect("transpose(reshape(y, (1, 3, 2)), (2, 0, 1))", {1, 3, 5, 2, 4, 6});
  expect("onehot(ids, 2)", {0, 1, 1, 0, 0, 1});
}

TEST(evaluate, reductions) {
  expect("sum(x, 0)", {1.5, -2, 2});
  expect("mean(x, 1)", {2.0 / 3, -0.5 / 3});
  expect("max(x)", {3});
  expect("min(x, 1)", {-2, -1});
  expect("argmax(x, 1)", {2, 0});
  expect("cumsum(v)", {1, 3, 6});
  expect("var(v)", {2.0 / 3});
  expect("logsumexp(v)", {std::log(std::exp(1) + std::exp(2) + std::exp(3))});
  expect("sum(softmax(x, 0), 0)", {1, 1, 1});
}

TEST(evaluate, the_first_of_exact_ties_is_chosen) {
  case_of c;
  put(c, "t", {5}, {2, 1.1, 1, 3, 1});
  auto p = infer("argmax(-(t * t))", c.names);
  ASSERT_TRUE(p) << p.error().text();
  const auto e = evaluate<exact::double_double>(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
  ASSERT_TRUE(e) << e.error().text();
  EXPECT_EQ(e->roots[0].middle[0].high, 2);
  EXPECT_EQ(e->roots[0].radius[0], 0);
  EXPECT_EQ(e->hulls, 0);
}

TEST(evaluate, linear_algebra) {
  expect("x @ y", {1 - 6 + 15, 2 - 8 + 18, 0.5 - 5, 1 - 6});
  expect("v @ y", {22, 28});
  expect("inv(a)", {-5, 2, 3, -1});
  expect("det(a)", {-1});
  expect("trace(a)", {6});
  expect("logdet(a @ a.T)", {0});
  expect("solve(a, a)", {1, 0, 0, 1});
  expect("cholesky(a.T @ a) @ cholesky(a.T @ a).T", {10, 17, 17, 29});
  expect("einsum('ij,kj->ik', x, x)", {14, -2.5, -2.5, 1.25});
  expect("einsum('ii->', a)", {6});
  expect("einsum('i,j->ij', v, v)", {1, 2, 3, 2, 4, 6, 3, 6, 9});
  expect("einsum('ij,jk,k->i', x, y, a[0])", {10 + 24 + 2 * 0 - 10 * 0 + 0, -4.5 - 10 + 0});
}

TEST(evaluate, networks) {
  expect("layernorm(v)", {-1 / std::sqrt(2.0 / 3 + 1e-5), 0, 1 / std::sqrt(2.0 / 3 + 1e-5)});
  expect("rmsnorm(v, 2)", {2 / std::sqrt(14.0 / 3 + 1e-5), 4 / std::sqrt(14.0 / 3 + 1e-5), 6 / std::sqrt(14.0 / 3 + 1e-5)});
  expect("attention(y, y, 0*y + 1, causal=1)", {1, 1, 1, 1, 1, 1});
  expect("cross_entropy(x, ids[:2])", {0.5 * (std::log(std::exp(1) + std::exp(-2) + std::exp(3)) + 2 + std::log(std::exp(0.5) + 1 + std::exp(-1)) - 0.5)});
  expect("cross_entropy(x, ids[:2], ignore_index=1)", {std::log(std::exp(0.5) + 1 + std::exp(-1)) - 0.5});
  expect("rope(a, 0*a[:, :1], 0*a[:, :1] + 1)", {-2, 1, -5, 3});
}

/// An oracle that shares nothing with the rules: the same expression with every operation rounded to binary32, in several
/// orders of each sum.
TEST(evaluate, a_radius_covers_binary32_in_any_order) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  arithmetic f32;
  f32.accumulator = *find_number_format("f32");
  for (int trial = 0; trial < 300; ++trial) {
    const std::int64_t n = 1 + static_cast<std::int64_t>(random() % 200);
    std::vector<double> x(static_cast<std::size_t>(n)), w(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(normal(random)), w[i] = static_cast<float>(normal(random));
    case_of c;
    put(c, "x", {n}, x);
    put(c, "w", {n}, w);
    auto p = infer("sum(exp(x) * w) / sum(w * w)", c.names);
    ASSERT_TRUE(p);
    const auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, f32);
    ASSERT_TRUE(e);
    std::vector<std::size_t> order(x.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (int shuffle = 0; shuffle < 4; ++shuffle) {
      std::shuffle(order.begin(), order.end(), random);
      float top = 0, bottom = 0;
      for (const std::size_t i : order) {
        const auto xi = static_cast<float>(x[i]), wi = static_cast<float>(w[i]);
        top = shuffle % 2 ? std::fma(std::exp(xi), wi, top) : top + std::exp(xi) * wi;
        bottom += wi * wi;
      }
      EXPECT_LE(std::fabs(static_cast<double>(top / bottom) - e->roots[0].middle[0]), e->roots[0].radius[0]);
    }
    EXPECT_GT(e->roots[0].radius[0], 0);
  }
}

TEST(evaluate, wider_numbers_agree_within_their_radii) {
  const case_of c = small();
  for (const char* text : {"softmax(x, 1) @ y", "logdet(y.T @ y)", "inv(a) @ a", "gelu_tanh(x) / 3", "logsumexp(x * 50, 1)", "exp(x) - expm1(x)", "cholesky(a.T @ a)"}) {
    auto p = infer(text, c.names);
    ASSERT_TRUE(p) << text;
    const auto narrow = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
    const auto middle = evaluate<exact::double_double>(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
    const auto wide = evaluate_wide(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
    ASSERT_TRUE(narrow && middle && wide) << text;
    for (std::size_t i = 0; i < narrow->roots[0].middle.size(); ++i) {
      const double w = wide->roots[0].middle[i].nearest, d = narrow->roots[0].middle[i], r = narrow->roots[0].radius[i];
      EXPECT_LE(std::fabs(d - w), r + std::fabs(w) * 0x1p-53) << text;
      EXPECT_LT(r, 1e-12) << text;
      EXPECT_LT(middle->roots[0].radius[i], 1e-26) << text;
      EXPECT_LT(wide->roots[0].radius[i], 1e-70) << text;
      EXPECT_NEAR(middle->roots[0].middle[i].high, w, std::fabs(w) * 0x1p-52 + 1e-25) << text;
    }
  }
}

TEST(evaluate, no_bound_where_gamma_is_undefined) {
  case_of c;
  put(c, "x", {300}, std::vector<double>(300, 1.0));
  auto p = infer("sum(x)", c.names);
  ASSERT_TRUE(p);
  arithmetic bf16;
  bf16.accumulator = *find_number_format("bf16");
  auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, bf16);
  ASSERT_TRUE(e);
  EXPECT_TRUE(std::isinf(e->roots[0].radius[0]));
  EXPECT_EQ(e->unbounded, (std::vector<std::string>{"sum"}));
}

TEST(evaluate, a_denominator_within_its_error_has_no_bound) {
  case_of c;
  put(c, "x", {2}, {1.1, 1.1000001});
  auto p = infer("1 / ((x[0] + 1.3) - (x[0] + 1.3))", c.names);
  ASSERT_TRUE(p);
  arithmetic f32;
  f32.accumulator = *find_number_format("f32");
  const auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, f32);
  ASSERT_TRUE(e);
  EXPECT_TRUE(std::isinf(e->roots[0].radius[0]));
}

TEST(evaluate, masks_do_not_spoil_the_bound) {
  const case_of c = small();
  auto p = infer("softmax(where(x > 0, x, -inf), 1)", c.names);
  ASSERT_TRUE(p);
  arithmetic f32;
  f32.accumulator = *find_number_format("f32");
  const auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, f32);
  ASSERT_TRUE(e);
  EXPECT_EQ(e->roots[0].middle[1], 0);
  EXPECT_EQ(e->roots[0].radius[1], 0);
  EXPECT_LT(e->roots[0].radius[0], 1e-5);
}

TEST(evaluate, errors_are_one_line) {
  case_of c = small();
  auto p = infer("x @ y", c.names);
  ASSERT_TRUE(p);
  c.inputs.erase("y");
  const auto e = evaluate<double>(p->nodes, std::array{p->root}, c.inputs, exact_arithmetic());
  ASSERT_FALSE(e);
  EXPECT_EQ(e.error().message, "input 'y' has no value");
}

} // namespace
} // namespace fpcheck::expr
