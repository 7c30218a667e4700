// Functions of layers and losses: values against loops, and derivatives of expressions of many kinds against dual numbers.
#include <fpcheck/expr/differentiate.hpp>
#include <fpcheck/expr/evaluate.hpp>
#include <fpcheck/expr/infer.hpp>
#include <fpcheck/expr/print.hpp>
#include <fpcheck/expr/verify.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fpcheck::expr {
namespace {

environment names() {
  environment e;
  const auto s = [](std::initializer_list<std::int64_t> sizes) {
    shape out;
    for (const std::int64_t n : sizes) out.push_back({n, ""});
    return out;
  };
  e.tensors = {{"x", s({3, 4})}, {"y", s({3, 4})}, {"w", s({4, 5})}, {"b", s({5})}, {"c", s({4})}, {"A", s({3, 3})}, {"B", s({3, 3})}, {"S", s({2, 3, 3})}, {"v", s({3})}, {"t", s({})},
               {"img", s({2, 4, 5, 6})}, {"ker", s({6, 4, 3, 3})}, {"grp", s({6, 2, 3, 3})}, {"seq", s({2, 4, 9})}, {"tap", s({3, 4, 3})}, {"bias", s({3})}, {"ch", s({4})},
               {"P", s({2, 3, 4})}, {"Q", s({2, 4, 5})}, {"H", s({2, 2, 3, 4})}, {"ids", s({3})}, {"r", s({3, 1})}};
  return e;
}

std::vector<double> value(const std::string& text, const bindings& in) {
  environment e;
  for (const auto& [name, v] : in)
    for (const std::int64_t n : v.sizes) e.tensors[name].push_back({n, ""});
  const auto p = infer(text, e);
  if (!p) return ADD_FAILURE() << p.error().text(), std::vector<double>{};
  const auto v = evaluate<double>(p->nodes, std::array{p->root}, in, exact_arithmetic());
  return v ? v->roots[0].middle : std::vector<double>{};
}

input_value counted(std::vector<std::int64_t> sizes) {
  input_value v;
  std::int64_t n = 1;
  for (const std::int64_t s : sizes) n *= s;
  v.sizes = std::move(sizes);
  for (std::int64_t i = 0; i < n; ++i) v.values.push_back(std::sin(1.7 * static_cast<double>(i) + static_cast<double>(n)));
  return v;
}

TEST(layers, a_convolution_is_its_loops) {
  const bindings in{{"x", counted({2, 4, 7, 8})}, {"w", counted({6, 2, 3, 2})}, {"b", counted({6})}};
  const auto y = value("conv2d(x, w, b, stride=2, padding=1, dilation=2, groups=2)", in);
  const std::int64_t height = (7 + 2 - 2 * 2 - 1) / 2 + 1, width = (8 + 2 - 2 - 1) / 2 + 1;
  ASSERT_EQ(y.size(), static_cast<std::size_t>(2 * 6 * height * width));
  const auto at = [](const input_value& v, std::initializer_list<std::int64_t> index) {
    std::int64_t i = 0;
    std::size_t k = 0;
    for (const std::int64_t one : index) {
      if (one < 0 || one >= v.sizes[k]) return 0.0;
      i = i * v.sizes[k++] + one;
    }
    return v.values[static_cast<std::size_t>(i)];
  };
  std::size_t place = 0;
  for (std::int64_t n = 0; n < 2; ++n)
    for (std::int64_t o = 0; o < 6; ++o)
      for (std::int64_t i = 0; i < height; ++i)
        for (std::int64_t j = 0; j < width; ++j, ++place) {
          double sum = at(in.at("b"), {o});
          for (std::int64_t c = 0; c < 2; ++c)
            for (std::int64_t p = 0; p < 3; ++p)
              for (std::int64_t q = 0; q < 2; ++q) sum += at(in.at("x"), {n, o / 3 * 2 + c, 2 * i - 1 + 2 * p, 2 * j - 1 + 2 * q}) * at(in.at("w"), {o, c, p, q});
          ASSERT_NEAR(y[place], sum, 1e-13) << n << o << i << j;
        }
}

TEST(layers, values) {
  const bindings in{{"x", {{2, 4}, {1, -2, 3, 0.5, -4, 5, -0.25, 2}}}, {"y", {{2, 4}, {0, 0, 1, 1, 2, 2, 0.5, 0.5}}}};
  const auto expect = [&](const char* text, std::vector<double> wanted) {
    const auto got = value(text, in);
    ASSERT_EQ(got.size(), wanted.size()) << text;
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], wanted[i], 1e-12 * (1 + std::fabs(wanted[i]))) << text << " [" << i << "]";
  };
  expect("max_pool1d(x, 2)", {1, 3, 5, 2});
  expect("avg_pool1d(x, 2, stride=1)", {-0.5, 0.5, 1.75, 0.5, 2.375, 0.875});
  expect("max_pool2d(x, 2)", {5, 3});
  expect("windows(x, 0, 2)", {1, -4, -2, 5, 3, -0.25, 0.5, 2});
  expect("pad(x, 1, 1, 0)[0, :]", {0, 1, -2, 3, 0.5});
  expect("huber(x, y)[0, :]", {0.5, 1.5, 1.5, 0.125});
  expect("smooth_l1(x, y, 2)[0, :]", {0.25, 1, 1, 0.0625});
  expect("prod(x, 1)", {-3, 10});
  expect("cumprod(x, 1)[1, :]", {-4, -20, 5, 10});
  expect("elu(x)[0, :]", {1, std::expm1(-2.0), 3, 0.5});
  expect("hardswish(x)[1, :]", {0, 5, -0.25 * 2.75 / 6, 2 * 5.0 / 6});
  expect("relu6(2 * x)[1, :]", {0, 6, 0, 4});
  expect("logsigmoid(x)[0, :2]", {-std::log1p(std::exp(-1.0)), -std::log1p(std::exp(2.0))});
  expect("bce_with_logits(x, y)[0, 2]", {std::log1p(std::exp(3.0)) - 3});
  expect("cosine_similarity(x, x)", {1, 1});
  expect("squeeze(unsqueeze(x, 0), 0)[0, ::-1]", {0.5, 3, -2, 1});
  expect("swapaxes(x, 0, 1)[1, :]", {-2, 5});
  expect("x.shape[1] * x[0, 0]", {4});
  expect("sinh(x)[0, 0] - cosh(x)[0, 0]", {-std::exp(-1.0)});
  expect("mean(batchnorm(x), 0)", {0, 0, 0, 0});
  expect("sum(groupnorm(reshape(x, (1, 4, 2)), 2), 2)[0, :2]", {3.5 * 0 + value("sum(standardize(x, 1e-5)[0, :2])", in)[0], -value("sum(standardize(x, 1e-5)[0, :2])", in)[0]});
}

TEST(layers, misuse_is_one_clear_line) {
  const auto message = [](const std::string& text) {
    const auto p = infer(text, names());
    return p ? std::string("accepted") : p.error().text();
  };
  EXPECT_NE(message("np.exp(x)").find("write exp(...)"), std::string::npos) << message("np.exp(x)");
  EXPECT_NE(message("conv2d(x, ker)").find("NxCxHxW"), std::string::npos);
  EXPECT_NE(message("conv2d(img, ker, groups=3)").find("channels"), std::string::npos);
  EXPECT_NE(message("max_pool1d(x, 9)").find("does not fit"), std::string::npos);
  EXPECT_NE(message("groupnorm(img, 3)").find("must divide"), std::string::npos);
  EXPECT_NE(message("squeeze(x, 1)").find("axis 1"), std::string::npos);
  EXPECT_NE(message("x[:, ::-2]").find("flip"), std::string::npos);
}

struct row {
  const char *expression, *wrt;
};

const row rows[] = {
    {"conv2d(img, ker, stride=2, padding=1)", "ker"}, {"conv2d(img, grp, groups=2)", "img"}, {"conv1d(seq, tap, bias, padding=1)", "seq"}, {"conv1d(seq, tap, bias, dilation=2)", "tap"}, {"conv1d(seq, tap, bias)", "bias"},
    {"max_pool2d(img, 2)", "img"}, {"avg_pool2d(img, 3, stride=1)", "img"}, {"max_pool1d(seq, 3, stride=2)", "seq"}, {"groupnorm(seq, 2, ch, ch)", "seq"}, {"groupnorm(img, 4, ch)", "ch"}, {"batchnorm(img, ch)", "img"},
    {"batchnorm(x)", "x"}, {"mean((layernorm(x) - y)^2)", "x"}, {"rmsnorm(x + 0.1 * rmsnorm(x))", "x"}, {"x * rsqrt(sum(x^2, 1, keepdims=1) + 1e-6)", "x"},
    {"huber_loss(x, y, 0.7)", "x"}, {"smooth_l1_loss(x, y)", "y"}, {"binary_cross_entropy_with_logits(x, y)", "x"}, {"nll_loss(log_softmax(x), ids)", "x"}, {"cross_entropy(normalize(x) @ normalize(y).T / 0.1, arange(3))", "x"},
    {"let s = x @ y.T / 0.5; mean(logsumexp(s, 1) - diagonal(s)) + mean(logsumexp(s, 0) - diagonal(s))", "y"}, {"mean(relu(0.2 + cosine_similarity(x, y) - cosine_similarity(x, 2 * y + x)))", "x"},
    {"sum(softmax(x) * (log_softmax(x) - log_softmax(y)))", "x"}, {"let m = 0.5 * (softmax(x) + softmax(y)); kl(softmax(x), m) + kl(softmax(y), m)", "x"}, {"-sum(softmax(x / 2) * log_softmax(x))", "x"},
    {"elu(x) + celu(x, 2) + selu(x)", "x"}, {"hardswish(x) * hardsigmoid(x)", "x"}, {"softsign(x) + logsigmoid(x) + quick_gelu(x)", "x"}, {"glu(x, y)", "y"}, {"tan(x / 4) + sinh(x) * cosh(x)", "x"}, {"logaddexp(x, y)", "x"},
    {"prod(x, 1)", "x"}, {"cumprod(x, 0)", "x"}, {"cumsum(x * flip(cumsum(y, 1), 1), 0)", "x"}, {"sum(cumsum(x, 1)[:, ::-1] * x)", "x"}, {"std(x, 0, ddof=1)", "x"}, {"norm(x @ w, 1)", "w"},
    {"einsum('bij,bjk->bik', P, Q)", "P"}, {"einsum('bhij,bhkj->bhik', H, H)", "H"}, {"einsum('bij,bjk,bik->b', P, Q, P @ Q)", "Q"}, {"einsum('ij,jk,kl->il', x, y.T, x)", "x"},
    {"trace(A @ inv(A @ A.T + eye(3)) @ B)", "A"}, {"sum(solve(A @ A.T + 2 * eye(3), B)^2)", "A"}, {"logdet(A @ A.T + B @ B.T + eye(3)) - trace(inv(eye(3) + A @ A.T))", "A"}, {"sum(cholesky(A @ A.T + 3 * eye(3)) * B)", "A"},
    {"det(S)", "S"}, {"inv(S) @ S.T", "S"}, {"v @ solve(A @ A.T + eye(3), v) + logdet(A @ A.T + eye(3))", "A"}, {"sum(tril(A) @ triu(B) * kron(v[:1, None], B))", "A"}, {"sum((A @ B - B @ A)^2)", "A"}, {"det(A + outer(v, v)) / det(A)", "v"},
    {"exp(-sum((x[:, None, :] - y[None, :, :])^2, -1) / 2) @ v", "x"}, {"sqrt(sum((x[:, None, :] - y[None, :, :])^2, -1) + 1e-3)", "y"}, {"where(x > y, x, 0.1 * y)", "x"}, {"sum(log1p(exp(-abs(x)))) + logsumexp(x, (0, 1))", "x"},
    {"sigmoid(x @ w + b) * tanh(x @ w - b)", "b"}, {"softmax(x * t, 1)", "t"}, {"embedding(x, ids) @ w", "x"}, {"layernorm(relu(x @ w), b)", "w"}, {"swapaxes(P, 1, 2) @ P", "P"}, {"squeeze(r, 1) * unsqueeze(v, 0)", "r"}, {"pad(x, 1, 2, 1)[:, 1:6]", "x"},
};

class expression_test : public testing::TestWithParam<row> {};

TEST_P(expression_test, derivatives_agree_with_duals) {
  const auto [expression, wrt] = GetParam();
  graph g;
  const auto f = infer(*parse(expression), names(), g);
  ASSERT_TRUE(f) << f.error().text();
  const node_id x = *g.find_input(wrt), seed = g.input("dout", g.shape_of(*f));
  const auto d = differentiate(g, *f, std::array{x}, seed);
  ASSERT_TRUE(d) << d.error().text();
  const bindings inputs = random_inputs(g, 3, domain::positive);
  const verification v = verify(g, *d, inputs, 9);
  EXPECT_TRUE(v.agrees()) << v.text() << "\n" << text(g, *d);
  const node_id direction = g.input("direction", g.shape_of(x));
  const auto forward = jvp(g, *f, std::array{x}, std::array{direction});
  ASSERT_TRUE(forward) << forward.error().text();
  const bindings at = random_inputs(g, 3, domain::positive);
  const auto check = check_with_duals(g, *f, *forward, at, {{wrt, at.at("direction")}});
  ASSERT_TRUE(check) << check.error().text();
  EXPECT_LT(check->largest_difference, 1e-60);
  // What is printed is the language itself.
  const std::string printed = text(g, *f);
  const auto again = infer(printed, names());
  EXPECT_TRUE(again) << printed << (again ? "" : "\n" + again.error().text());
}

INSTANTIATE_TEST_SUITE_P(expressions, expression_test, testing::ValuesIn(rows), [](const testing::TestParamInfo<row>& i) { return "row" + std::to_string(i.index); });

} // namespace
} // namespace fpcheck::expr
