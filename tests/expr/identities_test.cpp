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
  for (const char* m : {"A", "B", "C", "X", "Y"}) e.tensors[m] = {{3, ""}, {3, ""}};
  for (const char* v : {"a", "b", "c", "x"}) e.tensors[v] = {{3, ""}};
  for (const char* s : {"s", "t"}) e.tensors[s] = {};
  e.tensors["M"] = {{4, ""}, {3, ""}};
  e.tensors["N"] = {{4, ""}, {3, ""}};
  e.tensors["P"] = {{2, ""}, {2, ""}};
  e.tensors["y"] = {{4, ""}};
  e.tensors["ids"] = {{4, ""}};
  return e;
}

struct identity {
  const char *function, *variable, *gradient;
};

/// Scalar functions with their gradients as textbooks state them, in the layout dF = tr(G^T dX).
const identity identities[] = {
    // first order
    {"b @ a", "a", "b"},
    {"a @ a", "a", "2 * a"},
    {"a @ A @ a", "a", "(A + A.T) @ a"},
    {"a @ A @ b", "A", "outer(a, b)"},
    {"a @ A.T @ b", "A", "outer(b, a)"},
    {"a @ A @ a", "A", "outer(a, a)"},
    {"trace(X)", "X", "eye(3)"},
    {"trace(X @ A)", "X", "A.T"},
    {"trace(B @ A)", "A", "B.T"},
    {"trace(A @ X @ B)", "X", "A.T @ B.T"},
    {"trace(A @ X.T @ B)", "X", "B @ A"},
    {"trace(X.T @ A)", "X", "A"},
    {"trace(A @ X.T)", "X", "A"},
    // second order
    {"trace(X @ X)", "X", "2 * X.T"},
    {"trace(X.T @ X)", "X", "2 * X"},
    {"trace(X @ X @ B)", "X", "(X @ B + B @ X).T"},
    {"trace(X.T @ B @ X)", "X", "B @ X + B.T @ X"},
    {"trace(X @ B @ X.T)", "X", "X @ B.T + X @ B"},
    {"trace(A @ X @ B @ X)", "X", "A.T @ X.T @ B.T + B.T @ X.T @ A.T"},
    {"trace(B @ X.T @ C @ X @ B.T)", "X", "C.T @ X @ B.T @ B + C @ X @ B.T @ B"},
    {"trace(A @ X @ B @ X.T @ C)", "X", "A.T @ C.T @ X @ B.T + C @ A @ X @ B"},
    {"a @ X.T @ X @ b", "X", "X @ (outer(a, b) + outer(b, a))"},
    {"a @ X.T @ C @ X @ b", "X", "C.T @ X @ outer(a, b) + C @ X @ outer(b, a)"},
    {"(X @ a + b) @ C @ (X @ a + b)", "X", "outer((C + C.T) @ (X @ a + b), a)"},
    {"sum((M @ x - y)^2)", "x", "2 * M.T @ (M @ x - y)"},
    {"(x - A @ b) @ C @ (x - A @ b)", "x", "(C + C.T) @ (x - A @ b)"},
    {"(x - A @ b) @ C @ (x - A @ b)", "b", "-(A.T @ (C + C.T) @ (x - A @ b))"},
    {"(x - A @ b) @ C @ (x - A @ b)", "A", "-outer((C + C.T) @ (x - A @ b), b)"},
    {"(a @ x) * (b @ x)", "x", "(b @ x) * a + (a @ x) * b"},
    {"trace(A @ (X * B))", "X", "A.T * B"},
    {"sum(X * X)", "X", "2 * X"},
    {"sum((X - Y)^2)", "Y", "2 * (Y - X)"},
    // higher order and powers
    {"trace(X @ X @ X)", "X", "3 * (X @ X).T"},
    {"trace(A @ X @ X @ X)", "X", "(X @ X @ A + X @ A @ X + A @ X @ X).T"},
    {"trace(B.T @ X.T @ C @ X @ X.T @ C @ X @ B)", "X",
     "C @ X @ X.T @ C @ X @ B @ B.T + C.T @ X @ B @ B.T @ X.T @ C.T @ X + C @ X @ B @ B.T @ X.T @ C @ X + C.T @ X @ X.T @ C.T @ X @ B @ B.T"},
    {"a @ X @ X @ b", "X", "outer(a, X @ b) + outer(X.T @ a, b)"},
    {"sum(X^3)", "X", "3 * X^2"},
    {"sum((A @ X)^2)", "X", "2 * A.T @ A @ X"},
    // determinants
    {"det(X)", "X", "det(X) * inv(X).T"},
    {"logdet(X)", "X", "inv(X).T"},
    {"det(A @ X @ B)", "X", "det(A @ X @ B) * inv(X).T"},
    {"det(X @ X)", "X", "2 * det(X @ X) * inv(X).T"},
    {"det(X.T @ X)", "X", "2 * det(X.T @ X) * inv(X).T"},
    {"det(M.T @ M)", "M", "2 * det(M.T @ M) * M @ inv(M.T @ M)"},
    {"det(X.T @ A @ X)", "X", "2 * det(X.T @ A @ X) * inv(X.T)"},
    {"logdet(M.T @ M)", "M", "2 * M @ inv(M.T @ M)"},
    {"logdet(M.T @ M + C)", "M", "M @ (inv(M.T @ M + C) + inv(M.T @ M + C).T)"},
    {"logdet(inv(X))", "X", "-inv(X).T"},
    {"logdet(A + outer(a, b))", "a", "inv(A + outer(a, b)).T @ b"},
    {"det(X)^2", "X", "2 * det(X)^2 * inv(X).T"},
    {"1 / det(X)", "X", "-inv(X).T / det(X)"},
    {"log(det(X))", "X", "inv(X).T"},
    // inverses
    {"trace(inv(X))", "X", "-(inv(X) @ inv(X)).T"},
    {"trace(A @ inv(X))", "X", "-(inv(X) @ A @ inv(X)).T"},
    {"trace(A @ inv(X) @ B)", "X", "-(inv(X) @ B @ A @ inv(X)).T"},
    {"a @ inv(X) @ b", "X", "-(inv(X).T @ outer(a, b) @ inv(X).T)"},
    {"trace(inv(X + A))", "X", "-(inv(X + A) @ inv(X + A)).T"},
    {"trace(inv(X.T @ C @ X) @ A)", "X", "let W = inv(X.T @ C @ X); -(C @ X @ W @ A @ W + C.T @ X @ W.T @ A.T @ W.T)"},
    {"a @ solve(X, b)", "X", "-outer(inv(X).T @ a, inv(X) @ b)"},
    {"a @ solve(X, b)", "b", "inv(X).T @ a"},
    {"sum(solve(A, X))", "X", "inv(A).T @ (0 * X + 1)"},
    {"trace(inv(eye(3) + X) @ X)", "X", "(inv(eye(3) + X) @ inv(eye(3) + X)).T"},
    // norms
    {"norm(x)", "x", "x / norm(x)"},
    {"norm(x - a)", "x", "(x - a) / norm(x - a)"},
    {"norm(X)", "X", "X / norm(X)"},
    {"norm(X)^2", "X", "2 * X"},
    {"a @ x / norm(x)", "x", "a / norm(x) - (a @ x) * x / norm(x)^3"},
    {"(x @ A @ x) / (x @ x)", "x", "(A + A.T) @ x / (x @ x) - 2 * (x @ A @ x) * x / (x @ x)^2"},
    // structured
    {"trace(kron(P, A))", "P", "trace(A) * eye(2)"},
    {"trace(kron(P, A))", "A", "trace(P) * eye(3)"},
    {"sum(kron(P, A)^2)", "A", "2 * sum(P^2) * A"},
    {"a @ diag(x) @ b", "x", "a * b"},
    {"trace(diag(x) @ A)", "x", "diagonal(A)"},
    {"vec(X) @ vec(A)", "X", "A"},
    {"sum(X)", "X", "0 * X + 1"},
    {"mean(X)", "X", "(0 * X + 1) / 9"},
    {"sum(X @ a)", "X", "outer(0 * a + 1, a)"},
    {"sum(tril(X) * A)", "X", "tril(A)"},
    {"sum(X.T * A)", "X", "A.T"},
    {"sum(M[1:3, :] @ A)", "A", "outer(M[1] + M[2], 0 * a + 1)"},
    {"sum(gather(M, ids) * N)", "M", "scatter_add(N, ids, 4)"},
    {"sum(cumsum(x) * a)", "x", "flip(cumsum(flip(a)))"},
    {"einsum('ij,jk,ki->', A, X, B)", "X", "(B @ A).T"},
    {"einsum('ii,jj->', X, A)", "X", "trace(A) * eye(3)"},
    // elementwise and exponential families
    {"sum(exp(x))", "x", "exp(x)"},
    {"sum(log(x))", "x", "1 / x"},
    {"logsumexp(x)", "x", "softmax(x)"},
    {"sum(softmax(x) * a)", "x", "softmax(x) * (a - sum(softmax(x) * a))"},
    {"sum(log_softmax(x) * a)", "x", "a - sum(a) * softmax(x)"},
    {"sum(tanh(A @ x))", "x", "A.T @ (1 - tanh(A @ x)^2)"},
    {"sum(sigmoid(x) * a)", "x", "a * sigmoid(x) * (1 - sigmoid(x))"},
    {"sum(softplus(x))", "x", "sigmoid(x)"},
    {"sum(sqrt(x))", "x", "1 / (2 * sqrt(x))"},
    {"sum(rsqrt(x))", "x", "-1 / 2 * rsqrt(x)^3"},
    {"sum(sin(x) * cos(x))", "x", "cos(x)^2 - sin(x)^2"},
    {"sum(x ^ s)", "x", "s * x ^ (s - 1)"},
    {"sum(x ^ s)", "s", "sum(x ^ s * log(x))"},
    {"sum(erf(x))", "x", "2 / sqrt(pi) * exp(-x^2)"},
    {"sum(expm1(x) * log1p(x))", "x", "exp(x) * log1p(x) + expm1(x) / (1 + x)"},
    {"sum(exp2(x) + log2(x))", "x", "log(2) * exp2(x) + 1 / (x * log(2))"},
    {"sum(silu(x))", "x", "sigmoid(x) + x * sigmoid(x) * (1 - sigmoid(x))"},
    {"sum(gelu_erf(x))", "x", "0.5 * (1 + erf(x / sqrt(2))) + x * exp(-x^2 / 2) / sqrt(2 * pi)"},
    {"kl(softmax(x), softmax(a))", "a", "softmax(a) - softmax(x)"},
    // cross-entropy and its family
    {"cross_entropy(M, ids[:4] % 3)", "M", "(softmax(M, 1) - onehot(ids % 3, 3)) / 4"},
    {"cross_entropy(M @ A, ids % 3)", "A", "M.T @ (softmax(M @ A, 1) - onehot(ids % 3, 3)) / 4"},
    {"cross_entropy(M @ A + b, ids % 3)", "b", "sum((softmax(M @ A + b, 1) - onehot(ids % 3, 3)) / 4, 0)"},
    {"cross_entropy(M, ids % 3, reduction='sum')", "M", "softmax(M, 1) - onehot(ids % 3, 3)"},
    {"cross_entropy(M, ids % 3, smoothing=0.1)", "M", "(softmax(M, 1) - 0.9 * onehot(ids % 3, 3) - 0.1 / 3) / 4"},
    {"sum(ssmax(x, s) * a)", "s", "log(3) * sum(softmax(s * log(3) * x) * (a - sum(softmax(s * log(3) * x) * a)) * x)"},
    {"sum(ssmax(x, s) * a)", "x", "s * log(3) * softmax(s * log(3) * x) * (a - sum(softmax(s * log(3) * x) * a))"},
    // cholesky by way of its product, second order in A
    {"sum(log(diagonal(cholesky(X @ X.T))))", "X", "inv(X).T"},
};

class identity_test : public testing::TestWithParam<identity> {};

std::string difference_from(graph& g, node_id derived, node_id stated, const bindings& inputs) {
  const node_id d = g.sub(derived, stated);
  const auto e = evaluate_wide(g, std::array{d, derived}, inputs, exact_arithmetic());
  if (!e) return e.error().message;
  double worst = 0, size = 1e-300;
  for (const wide_number& x : e->roots[0].middle) worst = !(std::fabs(x.nearest) <= worst) ? std::fabs(x.nearest) : worst;
  for (const wide_number& x : e->roots[1].middle) size = std::max(size, std::fabs(x.nearest));
  return worst <= 1e-60 * size ? "" : "differs by " + std::to_string(worst / size);
}

TEST_P(identity_test, derived_stated_and_verified) {
  const identity& i = GetParam();
  const environment e = names();
  graph g;
  const auto tree = parse(i.function);
  ASSERT_TRUE(tree) << tree.error().text();
  const auto f = infer(*tree, e, g);
  ASSERT_TRUE(f) << f.error().text();
  const node_id x = *g.find_input(i.variable);
  const auto d = gradient(g, *f, std::array{x});
  ASSERT_TRUE(d) << d.error().text();
  const bindings inputs = random_inputs(g, 11, domain::positive);
  bindings all = inputs;
  const auto stated = infer(*parse(i.gradient), e, g);
  ASSERT_TRUE(stated) << stated.error().text();
  for (const auto& [name, v] : random_inputs(g, 11, domain::positive)) all.emplace(name, v);
  EXPECT_TRUE(same_sizes(g.shape_of(*stated), g.shape_of(x)));
  EXPECT_EQ(difference_from(g, d->gradients[0], *stated, all), "") << text(g, d->gradients[0]);
  const verification v = verify(g, *d, all, 5);
  EXPECT_TRUE(v.agrees()) << v.text();
  EXPECT_NE(text(g, *d).find("Identification"), std::string::npos);
  // What is printed is the language itself: read back, it has the same values.
  const std::string printed = text(g, d->gradients[0]);
  const auto again = parse(printed);
  ASSERT_TRUE(again) << printed << again.error().text();
  const auto back = infer(*again, e, g);
  ASSERT_TRUE(back) << printed << "\n" << back.error().text();
  EXPECT_TRUE(same_sizes(g.shape_of(*back), g.shape_of(x))) << printed;
  EXPECT_EQ(difference_from(g, *back, *stated, all), "") << printed;
}

INSTANTIATE_TEST_SUITE_P(matrix_calculus, identity_test, testing::ValuesIn(identities),
                         [](const testing::TestParamInfo<identity>& i) { return "row" + std::to_string(i.index); });

/// A published list gives d det(A) = det(A) A^-1: wrong by a transpose, which symmetric matrices hide.
TEST(identities, the_published_determinant_rule_is_refuted) {
  environment e;
  e.tensors["A"] = {{2, ""}, {2, ""}};
  graph g;
  const node_id f = *infer(*parse("det(A)"), e, g), a = *g.find_input("A");
  const auto d = gradient(g, f, std::array{a});
  ASSERT_TRUE(d);
  const node_id published = *infer(*parse("det(A) * inv(A)"), e, g);
  const bindings at{{"A", {{2, 2}, {1, 2, 3, 5}}}};
  const auto values = evaluate<double>(g, std::array{d->gradients[0], published}, at, exact_arithmetic());
  ASSERT_TRUE(values);
  const std::array<double, 4> right{5, -3, -2, 1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(values->roots[0].middle[i], right[i], 1e-12);
  EXPECT_GT(std::fabs(values->roots[1].middle[1] - right[1]), 0.5);
  derivation wrong = *d;
  wrong.gradients = {published};
  const verification v = verify(g, wrong, at, 1);
  EXPECT_FALSE(v.agrees());
  EXPECT_EQ(v.modulo_prime, false);
}

struct layer {
  const char *expression, *wrt;
};

environment layer_names() {
  environment e;
  const auto m = [](std::int64_t a, std::int64_t b) { return shape{{a, ""}, {b, ""}}; };
  e.tensors = {{"x", m(3, 5)}, {"g", {{5, ""}}}, {"b", {{5, ""}}}, {"q", m(4, 6)}, {"k", m(4, 6)}, {"v", m(4, 6)}, {"cs", m(4, 3)}, {"sn", m(4, 3)},
               {"Q", {{4, ""}, {3, ""}, {2, ""}}}, {"K", {{2, ""}, {3, ""}, {2, ""}}}, {"V", {{2, ""}, {3, ""}, {2, ""}}}, {"y", {{3, ""}}},
               {"w", m(5, 5)}, {"z", m(3, 5)}, {"A", m(2, 3)}, {"B", m(3, 2)}, {"h", m(4, 9)}, {"s", {}}, {"mask", m(3, 5)}, {"T", m(7, 5)}, {"D", m(3, 3)}};
  return e;
}

const layer layers[] = {
    {"softmax(x, 1)", "x"}, {"layernorm(x, g, b)", "x"}, {"layernorm(x, g, b)", "g"}, {"layernorm(x, g, b)", "b"}, {"rmsnorm(x, g)", "x"}, {"rmsnorm(x, g)", "g"},
    {"attention(q, k, v)", "q"}, {"attention(q, k, v, causal=1)", "q"}, {"attention(q, k, v, causal=1)", "k"}, {"attention(q, k, v, causal=1)", "v"},
    {"attention(Q, K, V, causal=1)", "Q"}, {"attention(Q, K, V, causal=1)", "K"}, {"attention(Q, K, V, causal=1, softcap=5)", "V"}, {"attention(q, k, v, scale=0.3, softcap=20)", "k"},
    {"cross_entropy(x, y)", "x"}, {"cross_entropy(x, y, ignore_index=1)", "x"}, {"cross_entropy(x @ w, y, smoothing=0.1)", "w"}, {"ssmax(x, s, 1)", "x"}, {"ssmax(x, s, 1)", "s"},
    {"rope(q, cs, sn)", "q"}, {"rope(q, cs, sn, layout='interleaved')", "q"}, {"gelu(x)", "x"}, {"gelu(x, 'tanh')", "x"}, {"swiglu(x, z)", "x"}, {"swiglu(x, z)", "z"},
    {"s * kron(A, B) @ h.T[:6, :]", "A"}, {"s * kron(A, B) @ h.T[:6, :]", "B"}, {"s * kron(A, B) @ h.T[:6, :]", "s"}, {"dropout(x, mask, 0.25)", "x"}, {"embedding(T, y)", "T"}, {"linear(x, w, b)", "w"},
    {"relu(x @ w)", "w"}, {"clip(x, -0.5, 0.5)", "x"}, {"max(x, 1)", "x"}, {"abs(x)", "x"}, {"var(x, 1)", "x"}, {"mish(x)", "x"}, {"cumsum(x, 0)", "x"},
    {"adam(w, z.T @ z, 0.1 * w, w^2, 3)", "w"}, {"std(x, 0)", "x"}, {"leaky_relu(x)", "x"}, {"log_softmax(x, 0)", "x"}, {"kl(softmax(x), softmax(z))", "x"},
    {"einsum('ij,kj,k->i', x, z, y)", "x"}, {"concat((x, 2 * x[:, ::-1 + 2]), 0)", "x"}, {"logdet(w @ w.T)", "w"}, {"trace(inv(D @ D.T + eye(3)))", "D"},
};

class layer_test : public testing::TestWithParam<layer> {};

/// Vector-Jacobian, Jacobian-vector and Hessian-vector products of whole layers.
TEST_P(layer_test, products_agree_with_duals) {
  const auto [expression, wrt] = GetParam();
  graph g;
  const auto f = infer(*parse(expression), layer_names(), g);
  ASSERT_TRUE(f) << f.error().text();
  const node_id x = *g.find_input(wrt), seed = g.input("dout", g.shape_of(*f));
  const auto d = differentiate(g, *f, std::array{x}, seed);
  ASSERT_TRUE(d) << d.error().text();
  const node_id direction = g.input("direction", g.shape_of(x));
  const auto forward = jvp(g, *f, std::array{x}, std::array{direction});
  ASSERT_TRUE(forward) << forward.error().text();
  const bindings inputs = random_inputs(g, 3, domain::normal);
  const verification v = verify(g, *d, inputs, 9);
  EXPECT_TRUE(v.agrees()) << v.text() << "\n" << text(g, *d);
  const bindings along{{wrt, inputs.at("direction")}};
  const auto check = check_with_duals(g, *f, *forward, inputs, along);
  ASSERT_TRUE(check) << check.error().text();
  EXPECT_LT(check->largest_difference, 1e-60);
  // The Hessian-vector product of sum(F^2) is the derivative of its gradient along the direction.
  const node_id squares = g.powi(*f, 2);
  std::vector<std::int64_t> axes;
  for (std::size_t i = 0; i < g.rank(squares); ++i) axes.push_back(static_cast<std::int64_t>(i));
  const node_id scalar = g.reduce(operation::sum, squares, axes);
  const auto first = gradient(g, scalar, std::array{x});
  const auto second = hvp(g, scalar, x, direction);
  ASSERT_TRUE(first && second);
  const auto curvature = check_with_duals(g, first->gradients[0], *second, inputs, along);
  ASSERT_TRUE(curvature) << curvature.error().text();
  EXPECT_LT(curvature->largest_difference, 1e-55);
}

INSTANTIATE_TEST_SUITE_P(layers, layer_test, testing::ValuesIn(layers), [](const testing::TestParamInfo<layer>& i) { return "row" + std::to_string(i.index); });

TEST(properties, projections_are_gradients_in_the_tangent_space) {
  for (const auto& [function, p] : {std::pair{"logdet(X)", property::spd}, {"trace(A @ X @ B @ X)", property::symmetric}, {"trace(A @ inv(X))", property::spd}, {"det(X + A)", property::diagonal}}) {
    graph g;
    const node_id f = *infer(*parse(function), names(), g), x = *g.find_input("X");
    auto d = gradient(g, f, std::array{x});
    ASSERT_TRUE(d);
    d->gradients[0] = project(g, x, d->gradients[0], p);
    const std::map<std::string, property> properties{{"X", p}};
    const bindings inputs = random_inputs(g, 4, domain::positive, properties);
    const verification v = verify(g, *d, inputs, 8, properties);
    EXPECT_LT(v.duals.value_or(1), 1e-60) << function;
    const node_id asymmetry = g.sub(d->gradients[0], g.transpose(d->gradients[0]));
    const auto e = evaluate<double>(g, std::array{asymmetry}, inputs, exact_arithmetic());
    for (const double a : e->roots[0].middle) EXPECT_NEAR(a, 0, 1e-9) << function;
  }
}

TEST(derivation, is_printed_step_by_step) {
  graph g;
  environment e;
  e.tensors["X"] = {{3, ""}, {3, ""}};
  const node_id f = *infer(*parse("logdet(X)"), e, g);
  const auto d = gradient(g, f, std::array{*g.find_input("X")});
  EXPECT_EQ(text(g, *d), "F = logdet(X)\n"
                         "1. dF = tr((inv(X).T)^T d(X))        [d log det(A) = tr(A^-1 dA)]\n"
                         "Identification: dF = tr(G^T dX) means that the gradient is G.\n"
                         "dF/dX = inv(X).T\n");
  EXPECT_NE(text(g, *d, notation::latex).find("{X^{-1}}^{T}"), std::string::npos);
}

} // namespace
} // namespace fpcheck::expr
