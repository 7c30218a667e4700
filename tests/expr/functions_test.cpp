// The table of functions: complete, and every function's value, bound and hint.
#include "../../src/expr/elaborator.hpp"
#include "../../src/expr/elementary.hpp"

#include <fpcheck/expr/commands.hpp>
#include <fpcheck/expr/functions.hpp>
#include <fpcheck/tensor/array.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <set>

namespace fpcheck::expr {
namespace {

TEST(functions, each_has_a_page_whose_example_evaluates) {
  std::set<std::string> described;
  for (const function_page& p : function_pages()) {
    EXPECT_TRUE(described.insert(p.name).second) << p.name << " has two pages";
    EXPECT_FALSE(p.summary.empty() || p.shapes.empty() || p.gradient.empty()) << p.name;
    EXPECT_NE(p.example.find(p.name + "("), std::string::npos) << p.example << " does not use " << p.name;
    const auto value = eval_command(p.example, {});
    ASSERT_TRUE(value) << p.example << ": " << value.error().text();
    for (std::size_t i = 0; i < value->values.size(); ++i) EXPECT_FALSE(std::isnan(value->values[i])) << p.example << " [" << i << "]";
    EXPECT_TRUE(value->is_certified() || p.name == "acosh" || p.name == "logsumexp") << p.example;
  }
  for (const function& f : all_functions()) EXPECT_EQ(described.count(f.name), 1u) << f.name << " has no page";
}

TEST(functions, aliases_are_functions) {
  int aliases = 0;
  for (const function& f : all_functions())
    for (const std::string& alias : aliases_of(f.name)) {
      ++aliases;
      EXPECT_EQ(function_page_of(alias).value().name, f.name) << alias;
    }
  EXPECT_GT(aliases, 30);
  EXPECT_EQ(function_names().size(), all_functions().size() + static_cast<std::size_t>(aliases)) << "an alias of no function";
}

std::vector<double> value(const std::string& text) {
  const auto v = eval_command(text, {});
  if (!v) return ADD_FAILURE() << text << ": " << v.error().text(), std::vector<double>{};
  return v->values;
}

TEST(functions, values) {
  using numbers = std::vector<double>;
  EXPECT_EQ(value("[[0, 1], [2, 3]] @ [1, 10]"), (numbers{10, 32}));
  EXPECT_EQ(value("1 < [0, 2, 3] < 3"), (numbers{0, 1, 0}));
  EXPECT_EQ(value("[0, 1, 1] and not [0, 0, 1] or [1, 0, 0]"), (numbers{1, 1, 0}));
  EXPECT_EQ(value("not 1 < 2"), (numbers{0}));
  EXPECT_EQ(value("sort([[3, 1], [2, 4]], 0)"), (numbers{2, 1, 3, 4}));
  EXPECT_EQ(value("sort([3, 1, 2], descending=1)"), (numbers{3, 2, 1}));
  EXPECT_EQ(value("argsort([3, 1, 2, 1])"), (numbers{1, 3, 2, 0}));
  EXPECT_EQ(value("argsort([3, 1, 2, 1], descending=1)"), (numbers{0, 2, 1, 3}));
  EXPECT_EQ(value("topk([[3, 1, 2], [4, 6, 5]], 2, dim=1)"), (numbers{3, 2, 6, 5}));
  EXPECT_EQ(value("median([4, 1, 3, 2])"), (numbers{2.5}));
  EXPECT_EQ(value("median([[4, 1], [3, 2], [9, 0]], 0)"), (numbers{4, 1}));
  EXPECT_EQ(value("cummax([[3, 1], [2, 4]], 0)"), (numbers{3, 1, 3, 4}));
  EXPECT_EQ(value("cummin([3, 1, 2])"), (numbers{3, 1, 1}));
  EXPECT_EQ(value("scan('a * h + b', h=1, a=[2, -3, 0], b=[1, 1, 5])"), (numbers{3, -8, 5}));
  EXPECT_EQ(value("scan('a * h', h=[1, 2], a=[[1, 2], [3, 4]], axis=0)"), (numbers{1, 4, 3, 16}));
  EXPECT_EQ(value("take_along_axis([[10, 20], [30, 40]], [[1], [0]], 1)"), (numbers{20, 30}));
  EXPECT_EQ(value("gather([[1, 2], [3, 4]], 1, [[0, 0], [1, 0]])"), (numbers{1, 1, 4, 3}));
  EXPECT_EQ(value("gather([[1, 2], [3, 4]], 0, [[1, 0]])"), (numbers{3, 2}));
  EXPECT_EQ(value("scatter([[1, 2], [3, 4]], 0, [[1, 0]], [[9, 8]])"), (numbers{1, 8, 9, 4}));
  EXPECT_EQ(value("scatter_add([1, 1, 1], 0, [2, 2], [5, 6])"), (numbers{1, 1, 12}));
  EXPECT_TRUE(std::isnan(value("scatter([1, 2], 0, [0, 0], [5, 6])")[0])) << "two writes to one place";
  EXPECT_EQ(value("repeat([[1, 2]], 2, 1)"), (numbers{1, 1, 2, 2}));
  EXPECT_EQ(value("tile([1, 2], (2, 2))"), (numbers{1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(value("round([0.5, 1.5, -2.5])"), (numbers{0, 2, -2}));
  EXPECT_EQ(value("trunc([1.9, -1.9])"), (numbers{1, -1}));
  EXPECT_EQ(value("round_half_away([0.5, -2.5, 0.49999999999999994])"), (numbers{1, -3, 0}));
  EXPECT_EQ(value("[isnan(nan), isnan(inf), isinf(-inf), isfinite(3)]"), (numbers{1, 0, 1, 1}));
  EXPECT_EQ(value("isclose([1, 1, inf, inf, nan], [1.000001, 1.1, inf, 1, nan])"), (numbers{1, 0, 1, 0, 0}));
  EXPECT_EQ(value("conv_transpose1d([[[1, 2]]], [[[1, 10, 100]]], stride=2, padding=1)"), (numbers{10, 102, 20}));
  EXPECT_EQ(value("conv3d(ones((1, 1, 2, 2, 2)), ones((1, 1, 2, 1, 2)), padding=1)[0, 0, 1, 1]"), (numbers{2, 4, 2}));
  EXPECT_EQ(value("cast(1.01, 'bf16')"), (numbers{1.0078125}));
  EXPECT_EQ(value("layer_norm([1, 2, 4], weight=2)"), value("2 * layernorm([1, 2, 4])"));
  EXPECT_NEAR(value("lgamma(-0.5)")[0], std::log(2 * std::sqrt(M_PI)), 1e-15);
  EXPECT_NEAR(value("polygamma(1, 1)")[0], M_PI * M_PI / 6, 1e-15);
  EXPECT_NEAR(value("polygamma(2, 0.5)")[0], -16.828796644234320, 1e-13); // -14 zeta(3)
  EXPECT_NEAR(value("polygamma(1, -0.5)")[0], M_PI * M_PI / 2 + 4, 1e-14);
}

TEST(functions, nan_is_the_larger_and_the_smaller) {
  for (const char* text : {"maximum([nan, 1], [1, nan])", "minimum([nan, 1], [1, nan])", "max([[nan, 1], [1, nan]], 1)", "min([[nan, 1], [1, nan]], 1)"})
    for (const double v : value(text)) EXPECT_TRUE(std::isnan(v)) << text;
  EXPECT_EQ(value("fmax([nan, 1], [2, nan])"), (std::vector<double>{2, 1}));
  EXPECT_EQ(value("fmin([nan, 1], [2, nan])"), (std::vector<double>{2, 1}));
}

TEST(functions, infinities_go_on) {
  EXPECT_EQ(value("isinf(1 / [0, 1])"), (std::vector<double>{1, 0}));
  EXPECT_EQ(value("where(inf + 1 > 3, 1, 0)"), (std::vector<double>{1}));
  EXPECT_EQ(value("sum([1, inf])"), (std::vector<double>{INFINITY}));
  EXPECT_EQ(value("1 / (1 / [0, 2])"), (std::vector<double>{0, 2}));
}

TEST(functions, integers_are_exact) {
  for (const char* text : {"where(arange(6) * 2 < 4, 1, 0)", "arange(9) // 3", "sum(arange(100)) == 4950", "where(mean(arange(5)) <= 2, 1, 0)", "where(arange(3)^2 <= 1, 1, 0)",
                           "where(sqrt([4, 9]) < [2, 3.5], 1, 0)", "where([[1, 2], [3, 4]] @ [1, 1] < [3, 8], 1, 0)", "cumsum(arange(4)) == [0, 1, 3, 6]", "where(2 ^ arange(4) > 2, 1, 0)", "6 / 3 == 2"}) {
    const auto v = eval_command(text, {});
    ASSERT_TRUE(v) << text << v.error().text();
    EXPECT_TRUE(v->is_certified()) << text;
    EXPECT_EQ(v->undecided, 0) << text;
    EXPECT_EQ(v->computed_in, "double-double") << text;
    for (std::size_t i = 0; i < v->values.size(); ++i) EXPECT_TRUE(v->values[i] == std::floor(v->values[i]) && v->radius[i] == 0) << text;
  }
  EXPECT_EQ(value("where(arange(6) * 2 < 4, 1, 0)"), (std::vector<double>{1, 1, 0, 0, 0, 0}));
}

TEST(functions, what_cannot_be_decided_is_not_certified) {
  // sin(pi) is zero, which no number of digits shows: neither branch is claimed, and no mean of them printed.
  const auto v = eval_command("where(sin(pi) > 0, 1, 0)", {});
  ASSERT_TRUE(v);
  EXPECT_FALSE(v->is_certified());
  EXPECT_TRUE(v->values[0] == 0 || v->values[0] == 1);
  EXPECT_GE(v->radius[0], 1);
}

TEST(functions, hints_are_of_the_right_kind) {
  const auto hint = [](const std::string& text) { 
    environment names;
    names.tensors["x"] = {{3, ""}};
    return infer(text, names).error().hint;
  };
  EXPECT_EQ(hint("foo(x)"), "fpcheck functions lists them");
  EXPECT_EQ(hint("sofmax(x)"), "did you mean 'softmax'?");
  EXPECT_EQ(hint("cosin(x)"), "did you mean 'cos'?");
  EXPECT_EQ(hint("x(1)"), "write x[...] for elements, x * (...) for a product");
  EXPECT_EQ(hint("foo"), "");
  EXPECT_EQ(hint("sum"), "write sum(x, axis=None, keepdims=0)");
  EXPECT_EQ(hint("x & x"), "write 'and'");
  EXPECT_FALSE(function_page_of("foo"));
}

struct ranged {
  const char* text;
  double lo, hi;
};

/// Functions of x, and where x comes from.
constexpr ranged functions_of_x[] = {
    {"exp(x)", -30, 30}, {"exp2(x)", -30, 30}, {"expm1(x)", -30, 10}, {"log(x)", 0.01, 100}, {"log2(x)", 0.01, 100}, {"log1p(x)", -0.9, 50}, {"sqrt(x)", 0, 100}, {"rsqrt(x)", 0.01, 100},
    {"tanh(x)", -5, 5}, {"sigmoid(x)", -20, 20}, {"softplus(x)", -20, 20}, {"erf(x)", -4, 4}, {"erfc(x)", -4, 8}, {"sin(x)", -50, 50}, {"cos(x)", -50, 50},
    {"asin(x)", -0.99, 0.99}, {"acos(x)", -0.99, 0.99}, {"atan(x)", -50, 50}, {"asinh(x)", -50, 50}, {"acosh(x)", 1.02, 50}, {"atanh(x)", -0.98, 0.98}, {"lgamma(x)", 0.1, 30}, {"lgamma(x)", -2, -1},
    {"digamma(x)", 0.1, 30}, {"digamma(x)", -3, -2}, {"polygamma(1, x)", 0.1, 30}, {"polygamma(2, x)", -3, -2}, {"atan2(x, flip(x))", -2, 2}, {"hypot(x, flip(x))", -2, 2},
    {"sort(x)", -1, 1}, {"cummax(x)", -1, 1}, {"cumargmax(x)", -1, 1}, {"argsort(x)", -0.05, 0.05}, {"topk(x, 3)", -1, 1}, {"median(x)", -1, 1}, {"max(x)", -1, 1},
    {"take_along_axis(x, argsort(x))", -0.05, 0.05}, {"scatter_along_axis(x, argsort(x), 0, 9)", -0.05, 0.05}, {"scan('a * h + a', h=1, a=x)", -2, 2},
    {"expm(reshape(x, (3, 3)))", -1, 1}, {"expm(reshape(x, (3, 3)))", -20, 20}, {"eigvalsh(reshape(x, (3, 3)))", -1, 1}, {"svdvals(reshape(x, (3, 3))[:2])", -1, 1},
    {"eigen_compose(reshape(x, (3, 3)), [1, 2, 3])", -1, 1}, {"eigen_diagonal(reshape(x, (3, 3)), reshape(x, (3, 3)))", -1, 1}, {"round(x * 4)", -1, 1}, {"trunc(x * 4)", -1, 1},
    {"round_half_away(x * 4)", -1, 1}, {"conv_transpose1d(x[None, None, :], x[None, None, :3], stride=2)", -1, 1}, {"isnan(x)", -1, 1}, {"isinf(1 / x)", 1, 2},
};

TEST(functions, elementary_functions_are_all_tried) {
  for (const elementary_row& r : elementary_rows())
    EXPECT_TRUE(std::any_of(std::begin(functions_of_x), std::end(functions_of_x), [&](const ranged& f) { return std::string_view(f.text) == std::string(printed_name(r.of)) + "(x)"; })) << printed_name(r.of);
}

class enclosure_test : public testing::TestWithParam<ranged> {};

/// x stored in bf16 moves by up to half an ulp: the exact value at what was stored lies within the bound. And the exact value at
/// x itself lies within those of binary64 and double-double in exact arithmetic. The oracle is MPFR at 256 bits.
TEST_P(enclosure_test, holds_the_exact_value) {
  const ranged& f = GetParam();
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> position(f.lo, f.hi);
  environment names;
  names.tensors["x"] = {{9, ""}};
  environment stored = names;
  stored.round["q"] = "bf16";
  const auto plain = infer(f.text, names);
  std::string text = f.text;
  for (std::size_t at = text.find('x'); at != std::string::npos; at = text.find('x', at + 1)) {
    const auto letter = [&](std::size_t i) { return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_'); };
    if (!letter(at + 1) && (at == 0 || !letter(at - 1))) text[at] = 'q';
  }
  const auto moved = infer("let q = x * 1.0; " + text, stored);
  ASSERT_TRUE(plain && moved) << f.text;
  arithmetic f32;
  f32.accumulator = *find_number_format("f32");
  int bounded = 0;
  for (int trial = 0; trial < 12; ++trial) {
    input_value x{{9}, {}}, rounded{{9}, {}};
    for (int i = 0; i < 9; ++i) x.values.push_back(position(random));
    for (const double v : x.values) rounded.values.push_back(*round_to_format("bf16", v));
    const auto exact = evaluate_wide(plain->nodes, std::array{plain->root}, {{"x", x}}, exact_arithmetic());
    const auto narrow = evaluate<double>(plain->nodes, std::array{plain->root}, {{"x", x}}, exact_arithmetic());
    const auto middle = evaluate<exact::double_double>(plain->nodes, std::array{plain->root}, {{"x", x}}, exact_arithmetic());
    const auto there = evaluate_wide(plain->nodes, std::array{plain->root}, {{"x", rounded}}, exact_arithmetic());
    const auto kernel = evaluate<double>(moved->nodes, std::array{moved->root}, {{"x", x}}, f32);
    ASSERT_TRUE(exact && narrow && middle && there && kernel) << f.text;
    for (std::size_t i = 0; i < exact->roots[0].middle.size(); ++i) {
      const double e = exact->roots[0].middle[i].nearest, low = exact->roots[0].middle[i].rest, slack = std::fabs(e) * 0x1p-105 + exact->roots[0].radius[i] * (1 + 0x1p-40);
      EXPECT_LE(std::fabs((narrow->roots[0].middle[i] - e) - low), narrow->roots[0].radius[i] + slack) << f.text << " of binary64 at " << x.values[i % 9];
      const auto dd = middle->roots[0].middle[i];
      EXPECT_LE(std::fabs((dd.high - e) + (dd.low - low)), middle->roots[0].radius[i] + slack) << f.text << " of double-double at " << x.values[i % 9];
      if (std::isinf(kernel->roots[0].radius[i])) continue; // a pole, or a format's end, may be reached
      EXPECT_LE(std::fabs(kernel->roots[0].middle[i] - there->roots[0].middle[i].nearest), kernel->roots[0].radius[i] * (1 + 1e-12)) << f.text << " moved, at " << x.values[i % 9];
      if (std::isfinite(kernel->roots[0].radius[i]) && std::isfinite(middle->roots[0].radius[i])) ++bounded;
    }
  }
  EXPECT_GT(bounded, 0) << f.text << " never has a bound";
}

INSTANTIATE_TEST_SUITE_P(functions, enclosure_test, testing::ValuesIn(functions_of_x), [](const testing::TestParamInfo<ranged>& i) { return "f" + std::to_string(i.index); });

TEST(functions, labels_are_not_differentiated) {
  const auto r = grad_command("cross_entropy(z, y)", {}, {});
  ASSERT_TRUE(r) << r.error().text();
  EXPECT_TRUE(r->checks.agrees()) << r->checks.text();
  EXPECT_EQ(r->gradients.size(), 1u);
  EXPECT_EQ(r->constants, std::vector<std::string>{"y"});
  EXPECT_NE(grad_command("cross_entropy(z, y)", {"y"}, {}).error().message.find("holds integers"), std::string::npos);
}

TEST(functions, domains_are_found_for_gradients) {
  for (const char* text : {"sum(asin(x))", "sum(acosh(x))", "sum(atanh(x))", "sum(lgamma(x))", "sum(digamma(x))", "sum(sort(x) * arange(3))", "sum(cummax(x))", "median(x)", "sum(topk(x, 2))", "trace(expm(X))",
                           "eigvalsh(X)[0]", "svdvals(X)[0]", "sum(atan2(x, y))", "sum(hypot(x, y))", "sum(scan('a * h + b', h=0, a=x, b=y))", "sum(conv_transpose1d(x[None, None, :], y[None, None, :])^2)", "sum(erfc(x))"}) {
    const auto r = grad_command(text, {}, {});
    ASSERT_TRUE(r) << text << ": " << r.error().text();
    EXPECT_TRUE(r->checks.agrees()) << text << ": " << r->checks.text();
    for (const gradient_report& g : r->gradients)
      for (const double v : g.values) EXPECT_TRUE(std::isfinite(v)) << text;
  }
}

} // namespace
} // namespace fpcheck::expr
