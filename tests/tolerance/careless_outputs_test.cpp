// Twenty operations with inputs as benchmark collections draw them: careless outputs must be rejected, or the check must
// say that its inputs cannot tell and the sweep must reject them.
#include <fpcheck/tolerance/check_gradient.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

namespace fpcheck::tolerance {
namespace {

const char* const operations[] = {
    "A @ B", "x @ y.T", "sum(x, 1)", "mean(x, 1)", "max(x, 1)", "softmax(x, 1)", "log_softmax(x, 1)", "logsumexp(x, 1)", "relu(x)", "gelu(x)", "sigmoid(x)", "tanh(x)", "silu(x)",
    "layernorm(x, g, b)", "rmsnorm(x, g)", "cumsum(x, 1)", "(x - y)^2", "attention(x, y, x)", "leaky_relu(x - 0.5)", "norm(x, 1)",
};

enum class drawn : std::uint8_t { unit, integers, normal };

tensor::array draw(tensor::shape s, drawn how, std::mt19937_64& random) {
  tensor::array a(tensor::dtype::f32, std::move(s));
  std::uniform_real_distribution<double> unit;
  std::normal_distribution<double> normal;
  for (std::uint64_t i = 0; i < a.size(); ++i) a.set(i, how == drawn::unit ? unit(random) : how == drawn::normal ? normal(random) : static_cast<double>(random() % 10));
  return a;
}

expr::named_inputs inputs(drawn how) {
  std::mt19937_64 random(17);
  expr::named_inputs in;
  for (const auto& [name, s] : std::map<std::string, tensor::shape>{{"x", {16, 64}}, {"y", {16, 64}}, {"A", {24, 300}}, {"B", {300, 20}}, {"g", {64}}, {"b", {64}}}) in.tensors[name] = draw(s, how, random);
  return in;
}

double as_bf16(double x) { return tensor::decode(tensor::dtype::bf16, tensor::encode(tensor::dtype::bf16, x)); }

enum class careless : std::uint8_t { zeros, constant, bf16 };

/// Whether the careless output is rejected (1) or the check is incomplete (3); 0 would be a pass.
exit_code outcome(const char* operation, drawn how, careless c) {
  const expr::named_inputs in = inputs(how);
  const auto p = expr::infer(operation, expr::environment_of(in));
  EXPECT_TRUE(p) << operation;
  const auto r = make_reference(p->nodes, p->root, expr::bindings_of(in), {});
  EXPECT_TRUE(r);
  double mean = 0;
  for (const double v : r->value) mean += v / static_cast<double>(r->size());
  tensor::array out(tensor::dtype::f32, {r->size()});
  for (std::size_t i = 0; i < r->size(); ++i) out.set(i, c == careless::zeros ? 0 : c == careless::constant ? mean : as_bf16(r->value[i]));
  const auto v = judge(out, *r, {});
  EXPECT_TRUE(v);
  return v->code;
}

TEST(careless_outputs, are_rejected_on_drawn_inputs) {
  int count[3] = {}, swept[3] = {};
  for (const char* operation : operations)
    for (const careless c : {careless::zeros, careless::constant, careless::bf16}) {
      // A bf16 value in the middle of nothing: the weakest form of bf16 accumulation is one rounding to bf16.
      const exit_code unit = outcome(operation, drawn::unit, c), whole = outcome(operation, drawn::integers, c);
      const bool rejected = unit == exit_code::findings;
      count[static_cast<int>(c)] += rejected ? 1 : 0;
      const bool later = rejected || outcome(operation, drawn::normal, c) == exit_code::findings;
      swept[static_cast<int>(c)] += later ? 1 : 0;
      if (!rejected) std::printf("%s: careless output %d: uniform inputs %d, integers %d, rejected by normal inputs: %d\n", operation, static_cast<int>(c), static_cast<int>(unit), static_cast<int>(whole), later);
    }
  for (int c = 0; c < 3; ++c) {
    EXPECT_GE(count[c], 18) << c;
    EXPECT_EQ(swept[c], 20) << c;
  }
}

TEST(careless_outputs, right_outputs_pass) {
  for (const drawn how : {drawn::unit, drawn::normal})
    for (const char* operation : operations) {
      const expr::named_inputs in = inputs(how);
      const auto p = expr::infer(operation, expr::environment_of(in));
      ASSERT_TRUE(p);
      const auto r = make_reference(p->nodes, p->root, expr::bindings_of(in), {});
      ASSERT_TRUE(r);
      tensor::array out(tensor::dtype::f32, {r->size()});
      for (std::size_t i = 0; i < r->size(); ++i) out.set(i, r->value[i]);
      const auto v = judge(out, *r, {});
      EXPECT_EQ(v->code, exit_code::passed) << operation << "\n" << text(*v);
    }
}

} // namespace
} // namespace fpcheck::tolerance
